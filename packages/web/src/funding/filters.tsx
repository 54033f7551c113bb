import {
  fundingActions,
  transactionStatuses,
  type getFinancials,
} from "@kontor/contract/funding/funding";
import { NativeSelect } from "@mantine/core";

import type { ListView } from "../platform/list-search.ts";
import { DateInput } from "../ui/form/date-input.tsx";

/** The filters above the transactions. */
export function TransactionFilterFields({ view }: { view: ListView<typeof getFinancials> }) {
  const { action, status, start_date, end_date } = view.input;
  return (
    <>
      <NativeSelect
        label="Action"
        w={{ base: "100%", sm: 150 }}
        value={action ?? ""}
        data={[{ value: "", label: "All actions" }, ...fundingActions]}
        onChange={({ currentTarget: { value } }) =>
          view.show({ action: fundingActions.find((each) => each === value) })
        }
      />
      <NativeSelect
        label="Status"
        w={{ base: "100%", sm: 150 }}
        value={status ?? ""}
        data={[{ value: "", label: "All statuses" }, ...transactionStatuses]}
        onChange={({ currentTarget: { value } }) =>
          view.show({ status: transactionStatuses.find((each) => each === value) })
        }
      />
      <DateInput
        label="Start Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={start_date ?? null}
        maxDate={end_date}
        onChange={(value) => view.show({ start_date: value ?? undefined })}
      />
      <DateInput
        label="End Date"
        w={{ base: "100%", sm: 150 }}
        clearable
        value={end_date ?? null}
        minDate={start_date}
        error={view.errors["end_date"]}
        onChange={(value) => view.show({ end_date: value ?? undefined })}
      />
    </>
  );
}
