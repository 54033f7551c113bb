/** The refusals about payroll; see ../error-codes.ts. */
export const payrollErrorCodes = {
  pension_below_law: {
    status: 422,
    message: "The legal minimum is {least}% ({section}). Enter that or more.",
  },
  separate_people_fixed: {
    status: 422,
    message:
      "Only the platform can let one person prepare, approve and pay a payroll. Ask a platform administrator.",
  },
  run_exists: {
    status: 409,
    message:
      "The payroll of {month} already exists ({number}). Open it, or start an off-cycle run.",
  },
  run_period_passed: {
    status: 409,
    message:
      "{number} has already paid {month}, so {requested} can no longer be paid by a regular run. Start an off-cycle run and choose whom to pay.",
  },
  run_period_ahead: {
    status: 422,
    message: "{month} is too far ahead. Choose next month or an earlier one.",
  },
  run_law_unknown: {
    status: 422,
    message:
      "The payroll of {month} cannot be calculated, because Kontor does not have the law of that month. Choose a later month.",
  },
  run_earlier_open: {
    status: 409,
    message: "{number} for {month} comes first. Have it approved, or discard it.",
  },
  run_not_draft: {
    status: 409,
    message: "{number} is no longer a draft, so it cannot be changed.",
  },
  payslips_changed: {
    status: 409,
    message:
      "{number} has changed since you chose these payslips, so none of them is excluded. Check which of them still have to be, and choose them again.",
  },
  run_calculating: {
    status: 409,
    message: "{number} is being calculated. Wait until it has finished.",
  },
  calculation_failed: {
    status: 500,
    message: "The run could not be calculated. Try again. If it fails again, contact support.",
  },
  run_not_calculated: {
    status: 409,
    message: "{number} has not been calculated yet. Calculate it first.",
  },
  run_changed: {
    status: 409,
    message: "{number} is out of date: {change} Calculate and submit it again.",
  },
  run_blocked: {
    status: 409,
    message:
      "{count} of {number} cannot be paid yet. Resolve the warnings in red, or exclude the employees.",
  },
  run_empty: {
    status: 409,
    message: "{number} has nothing to pay, so there is nothing to approve.",
  },
  run_not_submitted: {
    status: 409,
    message: "{number} is not waiting for approval.",
  },
  same_person: {
    status: 409,
    message:
      "You completed an earlier step of {number}. Somebody else must complete this one, unless the platform allows one person to complete every step.",
  },
  run_not_reversible: {
    status: 409,
    message:
      "{number} cannot be reversed: only an approved run of which nothing was paid can be. Correct it with arrears in the next run.",
  },
  run_built_upon: {
    status: 409,
    message: "{other} was approved after {number} and depends on it. Reverse {other} first.",
  },
  rehearsal_without_run: {
    status: 409,
    message: "There is no approved regular run yet. Approve one, then rehearse it.",
  },
  rehearsal_not_done: {
    status: 409,
    message: "The rehearsal has not finished yet. Export it when it has.",
  },
  run_not_approved: {
    status: 409,
    message: "{number} is not approved or is already paid, so there is nothing to send.",
  },
  run_nothing_to_send: {
    status: 409,
    message: "All payments of {number} are made or on their way.",
  },
  wallet_short: {
    status: 409,
    message:
      "The funding account lacks {missing} for the first payment of {number}. Fund it first.",
  },
  payslip_not_payable: {
    status: 409,
    message: "There is nothing to pay on this payslip: it is paid, on its way or excluded.",
  },
  payslip_not_paid_outside: {
    status: 409,
    message:
      "This payslip is not marked as paid by other means, so there is no such payment to take back.",
  },
  payment_before_month: {
    status: 422,
    message: "Choose a day from {first}, the first day of the month being paid, to today.",
  },
  remittance_settled: {
    status: 409,
    message: "{what} has already been remitted in full.",
  },
  remittance_not_due: {
    status: 409,
    message: "No payroll of {what} has been approved, so there is nothing to remit.",
  },
  remittance_too_much: {
    status: 422,
    message: "Only {left} of {what} is left to remit. Enter that or less.",
  },
  remittance_reversed: {
    status: 409,
    message: "This remittance has already been reversed.",
  },
  date_in_future: { status: 422, message: "Choose today or an earlier day." },
  ledger_not_cash: {
    status: 422,
    message: "Choose a cash or bank ledger that accepts manual entries.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
