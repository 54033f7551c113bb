import { advanceGroupings } from "@kontor/contract/pay-reports/advances-outstanding";

import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { ChosenFilter } from "../frame/chosen-filter.tsx";

type Grouping = (typeof advanceGroupings)[number];

const groupingNames: Readonly<Record<Grouping, string>> = {
  employee: "Employee",
  advance: "Advance",
  organization: "Organization",
};

const groupingChoices = advanceGroupings.map((value) => ({ value, label: groupingNames[value] }));

type GroupingFiltersProps = {
  by: Grouping;
  /** The name of the employee, if only one is shown. */
  onlyOf: string | undefined;
  onChange: (change: { by?: Grouping; employee_id: undefined }) => void;
};

/** By what a report on outstanding advances adds up its rows, and the employee that a link has set. */
export function GroupingFilters({ by, onlyOf, onChange }: GroupingFiltersProps) {
  return (
    <>
      <ChoiceFilter
        label="By"
        value={by}
        choices={groupingChoices}
        onChange={(next) => onChange({ by: next, employee_id: undefined })}
      />
      {onlyOf !== undefined && (
        <ChosenFilter
          label={onlyOf}
          all="employees"
          onClear={() => onChange({ employee_id: undefined })}
        />
      )}
    </>
  );
}
