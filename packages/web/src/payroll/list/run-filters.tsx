import { runStatuses, runStatusTitles, type listRuns } from "@kontor/contract/payroll/runs";
import {
  MAX_MONTHS_AHEAD,
  monthName,
  monthOf,
  monthsFrom,
  monthsLater,
} from "@kontor/payroll/month";

import { today } from "../../platform/clock.ts";
import type { ListView } from "../../platform/list-search.ts";
import { OptionalFilter } from "../../ui/filter/choice-filter.tsx";

/** The number of past months in the filter. */
const monthsBack = 24;

const statuses = [
  { value: "waiting" as const, label: "Waiting for you" },
  ...runStatuses.map((value) => ({ value, label: runStatusTitles[value] })),
];

/** The filters above the payroll runs: month, and status or whether they wait for the user. */
export function RunFilters({ view }: { view: ListView<typeof listRuns> }) {
  const { status, period, waiting } = view.input;
  const present = monthOf(today());
  const months = monthsFrom(
    monthsLater(present, -monthsBack),
    monthsLater(present, MAX_MONTHS_AHEAD),
  ).toReversed();
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
        value={waiting ? "waiting" : status}
        choices={statuses}
        onChange={(next) =>
          view.show({
            status: next === "waiting" ? undefined : next,
            waiting: next === "waiting" || undefined,
          })
        }
      />
    </>
  );
}
