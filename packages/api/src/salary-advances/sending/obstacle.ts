import type { Kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { SalaryAdvance } from "@kontor/contract/salary-advances/advances";

type Obstacle = NonNullable<SalaryAdvance["obstacle"]>;

/** The facts that decide whether an approved advance can be sent. */
export type SendingFacts = {
  /** The failure of the last transfer, until another is requested; null otherwise. */
  failure: { reversed: boolean; reason: string } | null;
  due_date: string;
  today: string;
  exit_date: string | null;
  suspended: boolean;
  organization_suspended: boolean;
  has_account: boolean;
  /** The wallet's shortfall, in kobo. */
  missing: Kobo;
};

/**
 * Why an approved advance is not sent now, and what to do about it; null without an obstacle. Money
 * is never sent to an employee who leaves before the last instalment, since it could not be
 * recovered from pay, nor after the last instalment is due.
 */
export function sendingObstacleOf(facts: SendingFacts): Obstacle | null {
  const { failure, exit_date, due_date, missing } = facts;
  if (failure !== null) {
    const what = failure.reversed ? "The bank returned the money" : "The transfer failed";
    const message = `${what}: ${failure.reason || "no reason was given."} Check the bank account, then send it again.`;
    return { code: "transfer_failed", missing: null, message };
  }
  if (exit_date !== null && exit_date < due_date) {
    const message = `Not sent because the last day of work is ${formatDate(exit_date)} and the last instalment is due on ${formatDate(due_date)}.`;
    return { code: "employee_leaving", missing: null, message };
  }
  if (due_date < facts.today) {
    const message = `Not sent because its last instalment was due on ${formatDate(due_date)}, so the whole amount would be deducted from the next pay. Revoke the approval and ask the employee to send a new request.`;
    return { code: "instalments_past", missing: null, message };
  }
  if (facts.suspended) {
    const message = "Not sent while the employee is suspended.";
    return { code: "employee_suspended", missing: null, message };
  }
  if (facts.organization_suspended) {
    const message =
      "Not sent while the organization is suspended. It is sent automatically once the organization is resumed.";
    return { code: "organization_suspended", missing: null, message };
  }
  if (!facts.has_account) {
    const message =
      "It will be sent when the employee has a bank account. Enter one in the employee’s record.";
    return { code: "bank_account_missing", missing: null, message };
  }
  if (missing > 0n) {
    const message = `The wallet is short by ${formatMoney(missing)}. The advance is sent automatically once the wallet is funded.`;
    return { code: "funds_missing", missing, message };
  }
  return null;
}
