import { runStatuses, runStatusTitles, type listRuns } from "@kontor/contract/payroll/runs";
import { monthName, monthOf, monthsFrom, monthsLater } from "@kontor/payroll/month";
import { NativeSelect } from "@mantine/core";

import { today } from "../../platform/clock.ts";
import type { ListView } from "../../platform/list-search.ts";

const width = { base: "100%", sm: 180 };

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
      <NativeSelect
        label="Month"
        w={width}
        value={period ?? ""}
        data={[
          { value: "", label: "All months" },
          ...offered.map((month) => ({ value: month, label: monthName(month) })),
        ]}
        onChange={({ currentTarget: { value } }) => view.show({ period: value || undefined })}
      />
      <NativeSelect
        label="Status"
        w={width}
        value={status ?? ""}
        data={[
          { value: "", label: "All statuses" },
          ...runStatuses.map((each) => ({ value: each, label: runStatusTitles[each] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          view.show({ status: runStatuses.find((each) => each === value) })
        }
      />
    </>
  );
}
