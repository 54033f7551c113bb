import { formatMoney } from "@kontor/contract/format";
import { type FundingAction } from "@kontor/contract/funding/funding";
import { sql } from "kysely";

import { atMostOne } from "../platform/database/rows.ts";
import type { OrganizationPath } from "../platform/organization/organization.ts";
import { notFound, Refusal } from "../platform/refusal.ts";
import type { Tx } from "../platform/scope.ts";
import { transactionsWhere, type FundingTransaction } from "./financials.ts";

/** For each action, the action that corrects it. */
export const oppositeAction: Readonly<Record<FundingAction, FundingAction>> = {
  DEPOSIT: "WITHDRAWAL",
  WITHDRAWAL: "DEPOSIT",
};

/**
 * Finds the transaction to correct and checks that it may be corrected. The caller must have locked
 * the wallet, so that no transaction is corrected twice.
 *
 * @throws Refusal `not_found`; `correction_of_transfer` for a payment to a person;
 *   `correction_of_correction`; `corrected_already`; `correction_differs` at the amount unless the
 *   correction has the opposite action and the same amount.
 */
export async function transactionToCorrect(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
  { corrects, action, amount }: { corrects: number; action: FundingAction; amount: bigint },
): Promise<FundingTransaction> {
  const matches = sql`f.tenant_id = ${tenant_id} and f.company_id = ${company_id} and f.id = ${corrects}`;
  const original = atMostOne(await transactionsWhere(tx, matches, { page: 1, per_page: 1 }));
  if (original === undefined) throw notFound("The transaction to correct");
  const number = original.ent_number;
  if (original.purpose !== null) throw new Refusal("correction_of_transfer", { number });
  if (original.corrects !== null) throw new Refusal("correction_of_correction", { number });
  if (original.corrected_by !== null) {
    const correction = original.corrected_by.ent_number;
    throw new Refusal("corrected_already", { number, correction });
  }
  if (action !== oppositeAction[original.action] || amount !== original.amount) {
    throw Refusal.at("amount", "correction_differs", {
      number,
      action: oppositeAction[original.action].toLowerCase(),
      amount: formatMoney(original.amount),
    });
  }
  return original;
}
