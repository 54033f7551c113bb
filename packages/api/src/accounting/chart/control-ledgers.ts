/**
 * Control ledgers: their balance repeats what another table says (the wallet, the open transfers,
 * the outstanding advances), so only their feature may post to them. Manual entries and changes of
 * their opening balance are refused. Each has the end of a sentence that tells users where to go
 * instead.
 *
 * This list applies to new organizations; a purpose added here needs a migration that marks the
 * ledgers of existing ones. `post_entries` reads the mark alone.
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

/** What moves a control ledger, as the end of a sentence. */
export function whereControlled(purpose: string | null): string {
  return controlLedgers[purpose ?? ""] ?? "the feature that keeps it moves it";
}
