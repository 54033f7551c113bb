import {
  fundingActions,
  transactionStatuses,
  type getFinancials,
} from "@kontor/contract/funding/funding";
import { NativeSelect } from "@mantine/core";

import type { ListView } from "../platform/list-search.ts";
import { DayRangeInputs } from "../ui/form/date-input.tsx";

/** The filters above the transactions. */
export function TransactionFilterFields({ view }: { view: ListView<typeof getFinancials> }) {
  const { action, status } = view.input;
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
      <DayRangeInputs range={view.input} error={view.errors["end_date"]} onChange={view.show} />
    </>
  );
}
