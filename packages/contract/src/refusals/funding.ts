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
    message: "The amounts do not match. Enter the same amount twice.",
  },
  correction_differs: {
    status: 422,
    message: "{number} can only be corrected with a {action} of {amount}.",
  },
  correction_of_transfer: {
    status: 409,
    message: "{number} was paid to a person. Correct it where it was sent from, not here.",
  },
  correction_of_correction: {
    status: 409,
    message: "{number} is itself a correction. Make a new deposit or withdrawal instead.",
  },
  corrected_already: {
    status: 409,
    message: "{number} has already been corrected by {correction}.",
  },
} as const;
