/** The refusals about locked, closed and reopened periods of the books; see ../error-codes.ts. */
export const periodErrorCodes = {
  period_locked: {
    status: 422,
    message:
      "The books are locked until {until}. Choose a later date, or ask a user who can lock periods for an exception.",
  },
  entry_locked: {
    status: 422,
    message:
      "The books are locked until {until}, and this entry falls in the locked period. Reverse it, or ask a user who can lock periods for an exception.",
  },
  day_locked: {
    status: 422,
    message:
      "The books are locked until {until}. Choose a later date, or ask a user who can lock periods to move the lock back.",
  },
  locked_past_year: {
    status: 422,
    message:
      "The books are locked until {until}, after the end of the year. Move the lock back to {year_end} first.",
  },
  opening_locked: {
    status: 422,
    message:
      "The books are locked until {until}, and opening balances fall in the locked period. Open the period first.",
  },
  lock_in_future: {
    status: 422,
    message:
      "Lock the books until yesterday at the latest, so that entries can still be posted today.",
  },
  reconciled_later: {
    status: 422,
    message:
      "The last day of a bank statement cannot be in the future. Choose today or an earlier day.",
  },
  no_bank_ledger: {
    status: 422,
    message:
      "Only ledgers that users post to and whose group is cash can be reconciled, except Bank clearing. Choose one of them, or make its group cash.",
  },
  comparison_outdated: {
    status: 409,
    message:
      "Entries of this ledger were added or changed since the statement was compared. Compare it again.",
  },
  statement_ends_before: {
    status: 422,
    message: "The statement has lines up to {day}. Choose that day or a later one.",
  },
  statement_too_long: {
    status: 422,
    message: "This statement has more than {most} lines. Upload it in parts of fewer days.",
  },
  statement_entries_too_many: {
    status: 422,
    message:
      "The ledger has more than {most} entries in the days of this statement. Upload a statement of fewer days.",
  },
  exception_user_unknown: {
    status: 422,
    message: "This user cannot post in these books. Choose a user from the list.",
  },
  reversal_before_entry: {
    status: 422,
    message:
      "{number} is dated {day}, so it cannot be reversed before that day. Choose that day or a later one.",
  },
  entry_reversed: {
    status: 409,
    message: "{number} was reversed by {reversal}. Neither entry can be changed now.",
  },
  year_closed: {
    status: 409,
    message: "The year to {until} is already closed. Reverse its closing first.",
  },
  year_closed_later: {
    status: 409,
    message: "The books are closed until {until}. Reverse that closing first.",
  },
  year_not_over: { status: 422, message: "The year to {until} is not over yet." },
  year_without_result: {
    status: 422,
    message: "There is no income or expense to close up to {until}.",
  },
  equity_ledger_wrong: {
    status: 422,
    message: "Choose an equity ledger that can be posted to, such as retained earnings.",
  },
  closing_taken_back: { status: 409, message: "This closing has already been reversed." },
} as const;
