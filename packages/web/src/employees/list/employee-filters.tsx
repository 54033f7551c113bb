import type { listEmployees } from "@kontor/contract/employees/employees";
import {
  employeeStatuses,
  payrollRequirement,
  payrollRequirements,
} from "@kontor/contract/reference/employees";

import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { ChoiceSelect } from "../../ui/select/choice-select.tsx";
import type { EmployeeChoices } from "../data.ts";
import { noneOfferedText } from "../employee-texts.ts";

const selectWidth = { base: "100%", sm: 170 };

type Filters = ListView<typeof listEmployees>["input"];

/**
 * The filters by decisions that wait. A user cannot decide their own requests, so there is a choice for
 * those that the user may decide (`for_me`), and one for all.
 */
const waitingChoices = {
  bank: { label: "Bank account to confirm", filters: { bank_change_waiting: true, for_me: true } },
  anyBank: { label: "Bank account unconfirmed", filters: { bank_change_waiting: true } },
  relief: { label: "Tax relief to approve", filters: { relief_waiting: true, for_me: true } },
  anyRelief: { label: "Tax relief unapproved", filters: { relief_waiting: true } },
} as const satisfies Record<string, { label: string; filters: Filters }>;

type Waiting = keyof typeof waitingChoices;
const isWaitingChoice = (need: string): need is Waiting => need in waitingChoices;

const payrollChoices = [
  { value: "any" as const, label: "Anything missing" },
  ...payrollRequirements.map((code) => ({
    value: code,
    label: `${payrollRequirement(code).title} missing`,
  })),
  ...(Object.keys(waitingChoices) as Waiting[]).map((value) => ({
    value,
    label: waitingChoices[value].label,
  })),
];

type EmployeeFiltersProps = {
  view: ListView<typeof listEmployees>;
  /** Whether the employees are of one organization, with its own branches and departments. */
  ofOne: boolean;
  /** Its branches and departments. */
  choices: { data: EmployeeChoices | undefined; isError: boolean };
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
        value={payrollChoiceOf(view.input)}
        choices={payrollChoices}
        onChange={(need) =>
          view.show({
            missing: undefined,
            bank_change_waiting: undefined,
            relief_waiting: undefined,
            for_me: undefined,
            ...(need !== undefined &&
              (isWaitingChoice(need) ? waitingChoices[need].filters : { missing: need })),
          })
        }
      />
    </>
  );
}

function payrollChoiceOf({ missing, bank_change_waiting, relief_waiting, for_me }: Filters) {
  if (bank_change_waiting) return for_me ? "bank" : "anyBank";
  if (relief_waiting) return for_me ? "relief" : "anyRelief";
  return missing;
}

/**
 * Branch and department. They are shown before their choices are loaded, so that the table below
 * does not move.
 */
function OrganizationFilters({ view, choices: query }: Omit<EmployeeFiltersProps, "ofOne">) {
  const choices = query.data;
  const { branch_id, department } = view.input;
  const branch = choices && branch_id !== undefined ? String(branch_id) : null;
  return (
    <>
      <ChoiceSelect
        label="Branch"
        placeholder="All branches"
        w={selectWidth}
        clearable
        clearButtonProps={{ "aria-label": "Clear branch" }}
        nothingFoundMessage={noneOfferedText("branch", query)}
        data={choices?.branches.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
        value={branch}
        onChange={(id) => view.show({ branch_id: id === null ? undefined : Number(id) })}
      />
      <ChoiceSelect
        label="Department"
        placeholder="All departments"
        w={selectWidth}
        clearable
        clearButtonProps={{ "aria-label": "Clear department" }}
        nothingFoundMessage={noneOfferedText("department", query)}
        data={choices?.departments ?? []}
        value={(choices && department) ?? null}
        onChange={(name) => view.show({ department: name ?? undefined })}
      />
    </>
  );
}
