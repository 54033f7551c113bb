/** The refusals about movements of funds; see ../error-codes.ts. */
export const fundingErrorCodes = {
  funds_insufficient: {
    status: 422,
    message: "The balance is {balance}: that is not enough for this withdrawal.",
  },
  funds_needed_later: {
    status: 422,
    message: "Of {balance} only {available} can be withdrawn: entries dated later need the rest.",
  },
  deposit_above_limit: {
    status: 422,
    message:
      "This is more than {limit}, the limit of a deposit. Type the amount again to confirm it.",
  },
  amounts_differ: {
    status: 422,
    message: "The two amounts differ. Type the same amount both times.",
  },
  correction_differs: {
    status: 422,
    message: "{number} is corrected by a {action} of {amount}, and by nothing else.",
  },
  correction_of_transfer: {
    status: 409,
    message: "{number} was paid to a person. Correct it where it was sent from, not here.",
  },
  correction_of_correction: {
    status: 409,
    message: "{number} is a correction itself. Make a new deposit or withdrawal instead.",
  },
  corrected_already: {
    status: 409,
    message: "{number} was corrected by {correction} already.",
  },
} as const;
