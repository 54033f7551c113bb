import { salaryAdvanceStatuses } from "@kontor/contract/reference/statuses";
import type { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";

import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { DayRangeInputs } from "../../ui/filter/day-filters.tsx";

/** The filters above the salary advances: status, and the days of the request. */
export function AdvanceFilters({ view }: { view: ListView<typeof listSalaryAdvances> }) {
  const { status, start_date, end_date } = view.input;
  return (
    <>
      <OptionalFilter
        label="Status"
        all="All statuses"
        value={status}
        choices={salaryAdvanceStatuses}
        onChange={(next) => view.show({ status: next })}
      />
      <DayRangeInputs
        key={view.clears}
        labels={["Requested From", "Requested Until"]}
        range={{ start_date, end_date }}
        error={view.errors["end_date"]}
        onChange={(change) => view.show(change)}
      />
    </>
  );
}
