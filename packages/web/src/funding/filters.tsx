import { fundingActions, type getFinancials } from "@kontor/contract/funding/funding";
import { transactionStatuses } from "@kontor/contract/reference/statuses";

import type { ListView } from "../platform/list-search.ts";
import { OptionalFilter } from "../ui/filter/choice-filter.tsx";
import { DayRangeFilter } from "../ui/filter/day-filters.tsx";

/** The filters above the transactions. */
export function TransactionFilterFields({ view }: { view: ListView<typeof getFinancials> }) {
  const { action, status } = view.input;
  return (
    <>
      <OptionalFilter
        label="Action"
        all="All actions"
        value={action}
        choices={fundingActions}
        onChange={(next) => view.show({ action: next })}
      />
      <OptionalFilter
        label="Status"
        all="All statuses"
        value={status}
        choices={transactionStatuses}
        onChange={(next) => view.show({ status: next })}
      />
      <DayRangeFilter view={view} />
    </>
  );
}
