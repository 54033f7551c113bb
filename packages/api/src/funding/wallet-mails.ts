import { sum, type Kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import { formatCount, formatFunds, formatLongMoment, formatMoney } from "@kontor/contract/format";
import type { FundingAction } from "@kontor/contract/funding/funding";
import { sql } from "kysely";

import { lagosDate } from "../platform/clock.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { OrganizationPath } from "../platform/organization/organization.ts";
import type { Context } from "../platform/scope.ts";
import { sendMail } from "../templates/send-mail.ts";
import { fundingBalanceOn } from "./financials.ts";

/** What sending a mail needs. */
type MailContext = Pick<Context, "tx" | "environment"> & {
  readonly clock: Pick<Context["clock"], "now">;
};

/** A movement of a wallet, as the mail to its organization describes it. */
type Movement = {
  action: FundingAction;
  amount: Kobo;
  /** The entry number, or the transfer's reference at the bank. */
  reference: string;
  description: string;
  at: Date;
};

/** A transfer that has left a wallet or come back to it. */
export type MovedTransfer = { amount: Kobo; reference: string; narration: string };

/** The most transfers that a mail lists; it gives the number of the others. */
const maxListed = 5;

/** Queues a mail to an organization about a movement of its wallet, with the balance as of today. */
export async function mailMovement(
  mailing: MailContext,
  path: OrganizationPath,
  { action, amount, reference, description, at }: Movement,
): Promise<void> {
  const { tx, clock } = mailing;
  const { tenant_id } = path;
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from tenants where id = ${tenant_id}`.execute(tx);
  const { name, email } = exactlyOne(rows);
  const balance = fromSigned((await fundingBalanceOn(tx, path, lagosDate(clock.now()))).balance);
  await sendMail(mailing, {
    tenantId: tenant_id,
    label: action === "DEPOSIT" ? "wallet_deposit" : "wallet_withdrawal",
    to_name: name,
    to_email: email,
    values: {
      amount: formatMoney(amount),
      transaction_date: formatLongMoment(at),
      reference,
      description,
      balance: formatFunds(balance.amount, balance.side),
    },
  });
}

/**
 * Queues one mail to an organization about the transfers that left its wallet (WITHDRAWAL) or came
 * back to it (DEPOSIT) in one transaction, so that a payroll run causes one mail.
 */
export async function mailTransfers(
  mailing: MailContext,
  path: OrganizationPath,
  action: FundingAction,
  moved: readonly MovedTransfer[],
): Promise<void> {
  const [first] = moved;
  if (first === undefined) return;
  const more = moved.length - 1;
  const left = moved.length - maxListed;
  const narrations = moved.slice(0, maxListed).map(({ narration }) => narration);
  if (left > 0) narrations.push(`and ${formatCount(left)} more`);
  const back = action === "DEPOSIT" ? "Came back: " : "";
  await mailMovement(mailing, path, {
    action,
    amount: sum(moved.map(({ amount }) => amount)),
    reference: more === 0 ? first.reference : `${first.reference} and ${formatCount(more)} more`,
    description: `${back}${narrations.join("; ")}`,
    at: mailing.clock.now(),
  });
}
