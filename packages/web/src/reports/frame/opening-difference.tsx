import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { formatMoney } from "@kontor/contract/format";

import { Notice } from "../../ui/page/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/**
 * Explains why the sides of a statement differ: entries always balance, so only opening balances
 * can cause it.
 */
export function OpeningDifference({ difference, side }: { difference: Kobo; side: Side | null }) {
  if (side === null) return null;
  return (
    <Notice title={`Debits and credits differ by ${formatMoney(difference)}`}>
      The opening balances of the ledgers do not agree: the {side} side is short. Correct them in
      the{" "}
      <TextLink underline="always" to="/app/chart-accounts" search={{ view: "all" }}>
        Chart of Accounts
      </TextLink>
      .
    </Notice>
  );
}
