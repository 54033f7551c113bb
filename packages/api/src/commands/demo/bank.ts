import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { otherSide } from "@kontor/books/side";

import { ledgerChoices } from "../../accounting/chart/ledgers.ts";
import { posterOf, postEntries } from "../../accounting/entries/postings.ts";
import type { Context } from "../../platform/scope.ts";

type Ledger = Awaited<ReturnType<typeof ledgerChoices>>["rows"][number];

/**
 * The ledgers of a demo organization by their names, with their balances as of today.
 *
 * @throws Error when it has no such ledger.
 */
export async function ledgersOf(
  context: Context,
  tenant_id: number,
): Promise<(name: string) => Ledger> {
  const { rows } = await ledgerChoices(context, { tenant_id, page: 1, per_page: 100 });
  return (name) => {
    const ledger = rows.find((each) => each.name === name);
    if (ledger === undefined) throw new Error(`the demo has no ledger ${name}`);
    return ledger;
  };
}

/**
 * Posts the bank's side of what movements of the pay account have left on Bank clearing, which is
 * zero then.
 */
export async function settleClearing(
  context: Context,
  tenant_id: number,
  narration: string,
): Promise<void> {
  const ledger = await ledgersOf(context, tenant_id);
  const clearing = ledger("Bank clearing");
  const { cl_balance: amount, cl_balance_dc: left } = clearing;
  if (amount === 0n) return;
  await postEntries(posterOf(context), tenant_id, [
    {
      entry_type_id: ENTRY_TYPE.contra.id,
      entry_date: context.clock.today(),
      narration,
      items: [
        { ledger_id: clearing.id, dc: otherSide(left), amount, narration },
        { ledger_id: ledger("Current account").id, dc: left, amount, narration },
      ],
    },
  ]);
}
