import { runStatuses, runStatusTitles, type listRuns } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsFrom, monthsLater } from "@kontor/payroll/month";

import { today } from "../../platform/clock.ts";
import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";

/** Months that the filter goes back, and ahead. */
const back = 24;
const ahead = 1;

/** The filters above the payroll runs: month and status. */
export function RunFilters({ view }: { view: ListView<typeof listRuns> }) {
  const { status, period } = view.input;
  const present = monthOf(today());
  const months = monthsFrom(monthsLater(present, -back), monthsLater(present, ahead)).toReversed();
  const offered = period === undefined || months.includes(period) ? months : [period, ...months];
  return (
    <>
      <OptionalFilter
        label="Month"
        width={180}
        all="All months"
        value={period}
        choices={offered.map((month) => ({ value: month, label: monthName(month) }))}
        onChange={(next) => view.show({ period: next })}
      />
      <OptionalFilter
        label="Status"
        width={180}
        all="All statuses"
        value={status}
        choices={runStatuses.map((value) => ({ value, label: runStatusTitles[value] }))}
        onChange={(next) => view.show({ status: next })}
      />
    </>
  );
}
