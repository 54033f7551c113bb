/**
 * Control ledgers: their balance must equal the records in another table (the wallet, the open
 * transfers, the outstanding advances), so only the feature that owns the table may post to them.
 * Manual entries and changes of their opening balance are refused. Each has the end of a sentence
 * that tells users where to go instead.
 *
 * This list applies to new organizations. A purpose that is added here needs a migration that marks
 * the ledgers of existing organizations, because `post_entries` reads only that mark.
 */
const controlLedgers: Readonly<Record<string, string>> = {
  funding_account:
    "its balance follows the deposits, withdrawals and transfers in Company Accounts",
  transfers_in_transit: "its balance follows the transfers in Company Accounts",
  salary_advances_receivable: "its balance follows the advances and repayments in Salary Advance",
  net_salaries_payable: "its balance follows the payroll runs and their payments",
};

/** Whether new ledgers of the purpose are control ledgers. */
export function isControlPurpose(purpose: string | undefined): boolean {
  return purpose !== undefined && purpose in controlLedgers;
}

/** The feature that posts to a control ledger, as the end of a sentence. */
export function controlReason(purpose: string | null): string {
  return controlLedgers[purpose ?? ""] ?? "its balance follows the records behind it";
}
