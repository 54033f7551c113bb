import type { listEmployees } from "@kontor/contract/employees/employees";
import { employeeStatuses, payrollNeed, payrollNeeds } from "@kontor/contract/reference/employees";

import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import type { EmployeeChoices } from "../data.ts";

const loading = "Loading…";

const wide = { base: "100%", sm: 170 };

const payrollChoices = [
  { value: "any" as const, label: "Anything missing" },
  ...payrollNeeds.map((code) => ({ value: code, label: `${payrollNeed(code).title} missing` })),
  { value: "bank" as const, label: "Bank account to confirm" },
  { value: "relief" as const, label: "Tax relief to approve" },
];

type EmployeeFiltersProps = {
  view: ListView<typeof listEmployees>;
  /** Whether the employees are of one organization, with its own branches and departments. */
  ofOne: boolean;
  /** Its branches and departments; undefined until they are loaded. */
  choices: EmployeeChoices | undefined;
};

/** The filters above the employees. */
export function EmployeeFilters({ view, ofOne, choices }: EmployeeFiltersProps) {
  const { status } = view.input;
  return (
    <>
      {ofOne && <OrganizationFilters view={view} choices={choices} />}
      <OptionalFilter
        label="Status"
        width={130}
        all="All statuses"
        value={status}
        choices={employeeStatuses}
        onChange={(next) => view.show({ status: next })}
      />
      <OptionalFilter
        label="Payroll"
        width={240}
        all="All"
        value={needOf(view.input)}
        choices={payrollChoices}
        onChange={(need) =>
          view.show({
            missing: need === "bank" || need === "relief" ? undefined : need,
            bank_change_waiting: need === "bank" || undefined,
            relief_waiting: need === "relief" || undefined,
          })
        }
      />
    </>
  );
}

function needOf({
  missing,
  bank_change_waiting,
  relief_waiting,
}: ListView<typeof listEmployees>["input"]) {
  if (bank_change_waiting) return "bank";
  return relief_waiting ? "relief" : missing;
}

/** They take their place before their choices are loaded, so that the table below stays in place. */
function OrganizationFilters({ view, choices }: Omit<EmployeeFiltersProps, "ofOne">) {
  const { branch_id, department } = view.input;
  const branch = choices && branch_id !== undefined ? String(branch_id) : null;
  return (
    <>
      <ChoiceSelect
        label="Branch"
        placeholder="All branches"
        w={wide}
        clearable
        clearButtonProps={{ "aria-label": "Clear branch" }}
        nothingFoundMessage={choices ? "No branch found" : loading}
        data={choices?.branches.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={branch}
        onChange={(id) => view.show({ branch_id: id === null ? undefined : Number(id) })}
      />
      <ChoiceSelect
        label="Department"
        placeholder="All departments"
        w={wide}
        clearable
        clearButtonProps={{ "aria-label": "Clear department" }}
        nothingFoundMessage={choices ? "No department found" : loading}
        data={choices?.departments ?? []}
        value={(choices && department) ?? null}
        onChange={(name) => view.show({ department: name ?? undefined })}
      />
    </>
  );
}
