import type { Kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { SalaryAdvance } from "@kontor/contract/salary-advances/advances";

type Obstacle = NonNullable<SalaryAdvance["obstacle"]>;

/** What stands between an approved advance and its employee's account, in the order in which it is said. */
export type SendingFacts = {
  /** Why the last transfer ended without paying, while nobody has asked for another; null otherwise. */
  failure: { reversed: boolean; reason: string } | null;
  due_date: string;
  exit_date: string | null;
  suspended: boolean;
  has_account: boolean;
  /** What the wallet lacks, in kobo. */
  missing: Kobo;
};

/**
 * Why an approved advance is not sent now, with what to do about it; null when nothing stands in its way.
 * Money never goes to somebody who leaves before the last instalment: nobody could take it from their pay.
 */
export function obstacleOf(facts: SendingFacts): Obstacle | null {
  const { failure, exit_date, due_date, missing } = facts;
  if (failure !== null) {
    const what = failure.reversed ? "The bank sent the money back" : "The transfer failed";
    const message = `${what}: ${failure.reason || "no reason was given."} Check the bank account, then send it again.`;
    return { code: "transfer_failed", missing: null, message };
  }
  if (exit_date !== null && exit_date < due_date) {
    const message = `It is not sent, since the last day of work is ${formatDate(exit_date)} and the last instalment is due on ${formatDate(due_date)}.`;
    return { code: "employee_leaving", missing: null, message };
  }
  if (facts.suspended) {
    const message = "It is not sent while the employee is suspended.";
    return { code: "employee_suspended", missing: null, message };
  }
  if (!facts.has_account) {
    const message =
      "It is sent as soon as the employee has a bank account: enter one in the record.";
    return { code: "bank_account_missing", missing: null, message };
  }
  if (missing > 0n) {
    const message = `The wallet lacks ${formatMoney(missing)}. It is sent by itself as soon as that has been paid in.`;
    return { code: "funds_missing", missing, message };
  }
  return null;
}
