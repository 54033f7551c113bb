import { salaryAdvanceStatuses } from "@kontor/contract/reference/statuses";
import type { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";

import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";
import { DayRangeFilter } from "../../ui/filter/day-filters.tsx";

/** The filters above the salary advances: status, and the days of the request. */
export function AdvanceFilters({ view }: { view: ListView<typeof listSalaryAdvances> }) {
  const { status } = view.input;
  return (
    <>
      <OptionalFilter
        label="Status"
        all="All statuses"
        value={status}
        choices={salaryAdvanceStatuses}
        onChange={(next) => view.show({ status: next })}
      />
      <DayRangeFilter view={view} labels={["Requested From", "Requested Until"]} />
    </>
  );
}
