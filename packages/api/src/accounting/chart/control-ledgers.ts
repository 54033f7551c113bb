/**
 * Control ledgers: their balance says what another table says too (the wallet, the open transfers, the
 * outstanding advances), so only their feature moves them. Entries by hand are refused, and so is another
 * opening balance. Each with what a refusal says of where to go instead.
 *
 * This is the list for new organizations; a purpose that is added here needs a migration that marks the
 * ledgers of the others. `post_entries` goes by the mark alone.
 */
const controlLedgers: Readonly<Record<string, string>> = {
  funding_account: "it moves with the deposits, withdrawals and transfers in Company Accounts",
  transfers_in_transit: "it moves with the transfers in Company Accounts",
  salary_advances_receivable: "it moves with the advances and repayments in Salary Advance",
  net_salaries_payable: "it moves with the runs in Payroll and their payment",
};

/** Whether new ledgers of the purpose are control ledgers. */
export function isControlPurpose(purpose: string | undefined): boolean {
  return purpose !== undefined && purpose in controlLedgers;
}

/** Where a control ledger moves, as the end of a sentence. */
export function whereControlled(purpose: string | null): string {
  return controlLedgers[purpose ?? ""] ?? "the feature that keeps it moves it";
}
