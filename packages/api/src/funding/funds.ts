import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { printMoney, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { FundingAction, submitFunds } from "@kontor/contract/funding/funding";
import { sql } from "kysely";

import { postEntries, posterOf, type Posting } from "../accounting/entries/postings.ts";
import { audit } from "../platform/audit.ts";
import { lagosDate } from "../platform/clock.ts";
import { publishAfterCommit } from "../platform/database/database.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { enterOrganization, type OrganizationHead } from "../platform/organization/organization.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { transactionToCorrect } from "./corrections.ts";
import { fundingBalanceOn, transactionsWhere } from "./financials.ts";
import { depositLimitOf } from "./funding-rules.ts";
import { mailMovement } from "./wallet-mails.ts";
import { fundsTopic, lockWallet, shortfallFor, shortfallRefusal, type Wallet } from "./wallet.ts";

type FundsMovement = DataOf<typeof submitFunds>;

/**
 * For each action: the entry type, the sides of the funding and clearing ledgers, and the default
 * narration.
 */
const movementKinds: Readonly<
  Record<FundingAction, { type: number; funding: Side; clearing: Side; narration: string }>
> = {
  DEPOSIT: {
    type: ENTRY_TYPE.deposit.id,
    funding: "DR",
    clearing: "CR",
    narration: "Deposit of funds",
  },
  WITHDRAWAL: {
    type: ENTRY_TYPE.withdrawal.id,
    funding: "CR",
    clearing: "DR",
    narration: "Withdrawal of funds",
  },
};

/**
 * Deposits or withdraws funds. In the request's transaction, posts the entry between the funding
 * ledger and bank clearing, stores the funding transaction and queues a mail to the organization.
 *
 * A deposit above the organization's limit needs its amount twice. A deposit that corrects a
 * withdrawal does not, because its amount is fixed.
 *
 * @returns the transaction and the balance after it.
 * @throws Refusal `not_found`; `deposit_above_limit` and `amounts_differ` at the confirmed amount;
 *   those of {@link corrected}; at the amount of a withdrawal `funds_insufficient` when it would
 *   overdraw, and `funds_needed_later` when entries dated later need the money.
 */
export async function moveFunds(
  context: Context,
  input: InputOf<typeof submitFunds>,
): Promise<FundsMovement> {
  const organization = await enterOrganization(context, input);
  const { action, amount, corrects, description = "" } = input;
  const today = context.clock.today();
  const funds = await lockWallet(context.tx, organization, "bank_clearing", today);
  // Read once, so that the entry and the transaction are of the same day at midnight too.
  const at = context.clock.now();
  const original =
    corrects === undefined
      ? undefined
      : await transactionToCorrect(context.tx, organization, { corrects, action, amount });
  if (original === undefined) await refuseUnconfirmed(context, organization.tenant_id, input);
  if (action === "WITHDRAWAL" && shortfallFor(funds, amount) > 0n) throw shortfallRefusal(funds);
  const usual =
    original === undefined
      ? movementKinds[action].narration
      : `Correction of ${original.ent_number}`;
  const narration = description === "" ? usual : description;
  const posted = exactlyOne(
    await postEntries(posterOf(context), organization.tenant_id, [
      fundsPosting(lagosDate(at), funds, { action, amount, narration }),
    ]),
  );
  const { rows } = await sql<{ id: number }>`
    insert into funding_transactions
      (tenant_id, company_id, action, amount, description, status, entry_id, created_at, created_by,
        corrects_id)
    values (${organization.tenant_id}, ${organization.company_id}, ${action}, ${amount},
      ${original === undefined ? description : narration}, 'COMPLETED', ${posted.entry_id},
      ${at}, ${context.actor.user_id}, ${original?.id ?? null})
    returning id`.execute(context.tx);
  const id = exactlyOne(rows).id;
  if (action === "DEPOSIT") publishAfterCommit(context.tx, fundsTopic);
  await audit(context, organization.tenant_id, "funds.moved", `funding-transaction:${id}`, {
    action,
    amount: printMoney(amount),
    entry_id: posted.entry_id,
    ...(original && { corrects: original.id }),
  });
  const moved = await readMovement(context, organization, id);
  await mailMovement(context, organization, {
    action,
    amount,
    reference: moved.transaction.ent_number,
    description: narration,
    at: moved.transaction.created_at,
  });
  return moved;
}

/**
 * @throws Refusal at `confirmed_amount` when it is missing above the limit, or differs from the
 *   amount.
 */
async function refuseUnconfirmed(
  { tx }: Context,
  tenantId: number,
  { action, amount, confirmed_amount }: InputOf<typeof submitFunds>,
): Promise<void> {
  if (confirmed_amount !== undefined) {
    if (confirmed_amount !== amount) throw Refusal.at("confirmed_amount", "amounts_differ");
    return;
  }
  const limit = await depositLimitOf(tx, tenantId);
  if (action === "DEPOSIT" && amount > limit) {
    throw Refusal.at("confirmed_amount", "deposit_above_limit", { limit: formatMoney(limit) });
  }
}

function fundsPosting(
  entry_date: string,
  funds: Wallet,
  { action, amount, narration }: { action: FundingAction; amount: Kobo; narration: string },
): Posting {
  const movement = movementKinds[action];
  return {
    entry_type_id: movement.type,
    entry_date,
    narration,
    items: [
      { ledger_id: funds.funding_id, dc: movement.funding, amount, narration },
      { ledger_id: funds.other_id, dc: movement.clearing, amount, narration },
    ].toSorted((one) => (one.dc === "DR" ? -1 : 1)),
  };
}

async function readMovement(
  context: Context,
  organization: OrganizationHead,
  id: number,
): Promise<FundsMovement> {
  const matches = sql`f.tenant_id = ${organization.tenant_id} and f.id = ${id}`;
  const transaction = exactlyOne(
    await transactionsWhere(context.tx, matches, { page: 1, per_page: 1 }),
  );
  const { balance } = await fundingBalanceOn(context.tx, organization, context.clock.today());
  const { amount, side } = fromSigned(balance);
  return { balance: amount, balance_dc: side, transaction };
}
