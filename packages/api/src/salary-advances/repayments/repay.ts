import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { repayAdvance, writeOffAdvance } from "@kontor/contract/salary-advances/repayments";

import { cashLedgerId } from "../../accounting/chart/cash-ledgers.ts";
import { posterOf } from "../../accounting/entries/postings.ts";
import { audit } from "../../platform/audit.ts";
import { lagosDate } from "../../platform/clock.ts";
import { enterOrganization } from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { advanceAt, type AdvanceRow } from "../records/advance.ts";
import { advanceLedgers, recordRepayment, outstandingAmount } from "./allocate.ts";

/**
 * Records a cash repayment of part or all of the owed amount. Paying early does not reduce it.
 *
 * @throws Refusal `not_found`; `repayment_date` (422) at `date` before the money was paid out or
 *   after today; `repayment_ledger` (422) at `ledger_id` for a ledger that is not cash or bank;
 *   those of {@link recordRepayment}.
 */
export async function repay(
  context: Context,
  input: InputOf<typeof repayAdvance>,
): Promise<AdvanceRow> {
  const { tx, clock } = context;
  await enterOrganization(context, input);
  const row = await advanceAt(tx, input, true);
  const { amount, date, note = "" } = input;
  if (row.paid_at === null) throw new Refusal("advance_not_owed");
  const first = lagosDate(row.paid_at);
  if (date < first || date > clock.today()) {
    throw Refusal.at("date", "repayment_date", { first: formatDate(first) });
  }
  const { bank_id } = await advanceLedgers(tx, row.tenant_id);
  const ledger_id = input.ledger_id ?? bank_id;
  if (ledger_id !== bank_id) await cashLedgerId(tx, row.tenant_id, ledger_id, "repayment_ledger");
  const repayment = { kind: "CASH", amount, date, note, ledger_id, shown: input.owed } as const;
  await recordRepayment(posterOf(context), row, repayment);
  await audit(context, row.tenant_id, "salary-advance.repaid", `salary-advance:${row.id}`, {
    amount: formatMoney(amount),
    date,
  });
  return row;
}

/**
 * Writes off the whole owed amount of an advance. The principal becomes an expense; unpaid interest
 * was never income.
 *
 * @throws Refusal `not_found`; those of {@link recordRepayment}.
 */
export async function writeOff(
  context: Context,
  input: InputOf<typeof writeOffAdvance>,
): Promise<AdvanceRow> {
  const { tx, clock } = context;
  await enterOrganization(context, input);
  const row = await advanceAt(tx, input, true);
  const amount = await outstandingAmount(tx, row);
  if (amount === 0n) throw new Refusal("advance_not_owed");
  const { written_off_id } = await advanceLedgers(tx, row.tenant_id);
  if (written_off_id === null) throw notFound("The ledger of salary advances written off");
  const { reason } = input;
  await recordRepayment(posterOf(context), row, {
    kind: "WRITE_OFF",
    amount,
    date: clock.today(),
    note: reason,
    ledger_id: written_off_id,
    shown: input.owed,
  });
  await audit(context, row.tenant_id, "salary-advance.written-off", `salary-advance:${row.id}`, {
    amount: formatMoney(amount),
    reason,
  });
  return row;
}
