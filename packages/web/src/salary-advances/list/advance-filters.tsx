import { salaryAdvanceStatuses } from "@kontor/contract/reference/statuses";
import type { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { NativeSelect } from "@mantine/core";

import type { ListView } from "../../platform/list-search.ts";
import { DayRangeInputs } from "../../ui/form/date-input.tsx";

const width = { base: "100%", sm: 150 };

/** The filters above the salary advances: status, and the days of the request. */
export function AdvanceFilters({ view }: { view: ListView<typeof listSalaryAdvances> }) {
  const { status, start_date, end_date } = view.input;
  return (
    <>
      <NativeSelect
        label="Status"
        w={width}
        value={status ?? ""}
        data={[{ value: "", label: "All statuses" }, ...salaryAdvanceStatuses]}
        onChange={({ currentTarget: { value } }) =>
          view.show({ status: salaryAdvanceStatuses.find((each) => each === value) })
        }
      />
      <DayRangeInputs
        labels={["Requested From", "Requested Until"]}
        range={{ start_date, end_date }}
        error={view.errors["end_date"]}
        onChange={(change) => view.show(change)}
      />
    </>
  );
}
