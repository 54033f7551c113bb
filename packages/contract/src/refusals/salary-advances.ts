/** The refusals about salary advances; see ../error-codes.ts. */
export const advanceErrorCodes = {
  advance_ineligible: { status: 422, message: "{reasons}" },
  advance_too_small: {
    status: 422,
    message: "Ask for at least {least}, a kobo for each instalment, or choose fewer instalments.",
  },
  terms_changed: {
    status: 409,
    message: "The terms have changed. Read and accept the current terms.",
  },
  advance_plan_changed: {
    status: 409,
    message:
      "The plan has changed since it was shown: {payback} is now to be paid back by {due}. Review it, then send the request again.",
  },
  advance_due_past: {
    status: 409,
    message:
      "The last instalment was due on {due}, so the whole amount would be deducted from the next pay. Reject the request and ask the employee to send a new one.",
  },
  advance_key_reused: {
    status: 422,
    message: "This request was already sent with a different amount or plan. Send a new one.",
  },
  advance_not_pending: {
    status: 409,
    message: "This request has already been decided, so it can no longer be withdrawn.",
  },
  advance_differs: {
    status: 409,
    message: "This request has changed: it is now for {amount}. Check it, then decide again.",
  },
  advance_decided: { status: 409, message: "{who} already {what} this request on {when}." },
  advance_employee_leaving: {
    status: 409,
    message:
      "The employee leaves before the last instalment is due, so this request cannot be approved.",
  },
  advance_labour_act_binding: {
    status: 409,
    message:
      "{section} is enforced here and does not allow this advance to a worker: at most a month’s wages, over at least three instalments, without interest, and none while another is approved or owed. Reject the request.",
  },
  advance_not_approved: {
    status: 409,
    message: "Only an approved advance that has not been paid out can be sent.",
  },
  advance_not_revocable: {
    status: 409,
    message:
      "Only the approval of an advance that has not been paid out can be taken back; this one is {status}.",
  },
  advance_partly_repaid: {
    status: 409,
    message:
      "{amount} of this advance was paid back or written off before the bank sent the money back, so its approval cannot be taken back yet. Refund that amount first, or send the advance again.",
  },
  advance_nothing_to_refund: {
    status: 409,
    message:
      "There is nothing to refund: only repayments of an advance whose money the bank sent back are refunded.",
  },
  advance_recovered_unpaid: {
    status: 409,
    message:
      "Part of it was deducted in {number}, which has not been sent. Send or reverse that run first.",
  },
  refund_date: {
    status: 422,
    message: "Choose a day from {first}, when the bank sent the money back, to today.",
  },
  advance_not_owed: { status: 409, message: "Nothing is owed on this advance." },
  advance_owed_differs: {
    status: 409,
    message:
      "{owed} is owed now: something was recorded since this was shown. Check the repayments, then submit again if it is still needed.",
  },
  advance_overpaid: {
    status: 422,
    message: "That is more than is owed. Enter at most {owed}.",
  },
  repayment_date: {
    status: 422,
    message: "Choose a day from {first}, when the advance was paid out, to today.",
  },
  repayment_ledger: {
    status: 422,
    message: "Choose a cash or bank ledger that accepts manual entries.",
  },
  advance_suspended: {
    status: 422,
    message: "{name} is suspended and cannot have an advance.",
  },
  advance_left: {
    status: 422,
    message: "{name} is no longer employed and cannot have an advance.",
  },
  advance_not_started: {
    status: 422,
    message: "{name} starts work on {start}. Ask from that day on.",
  },
  advance_exit_before: {
    status: 422,
    message:
      "The last day of work is {exit}. Choose fewer instalments, so that the last one is due by then.",
  },
  advance_terms_not_accepted: { status: 422, message: "Accept the terms first." },
  advance_no_pay_rate: {
    status: 422,
    message: "{name} has no rate of pay yet, so the limit cannot be calculated. Enter one first.",
  },
  advance_over_limit: {
    status: 422,
    message:
      "Ask for at most {available}: the limit of {limit} ({percentage}% of monthly gross pay) less {others} of other advances.",
  },
  advance_limit_used: {
    status: 422,
    message:
      "The limit of {limit} ({percentage}% of monthly gross pay) less {others} of other advances leaves nothing to ask for.",
  },
  advance_labour_act: {
    status: 422,
    message:
      "{section} does not allow this advance to a worker: at most a month’s wages, over at least three instalments, without interest, and none while another is owed.",
  },
  // The same refusal, worded for the employee who requests in the portal.
  own_advance_not_active: {
    status: 422,
    message: "Only active employees can have an advance.",
  },
  own_advance_not_started: {
    status: 422,
    message: "Your first day of work is {start}. Ask from that day on.",
  },
  own_advance_exit_before: {
    status: 422,
    message:
      "Your last day of work is {exit}. Choose fewer instalments, so that the last one is due by then.",
  },
  own_advance_no_pay_rate: {
    status: 422,
    message: "Your pay has not been recorded yet, so no limit can be calculated. Ask your HR team.",
  },
  own_advance_labour_act: {
    status: 422,
    message:
      "{section} does not allow you this advance: it allows at most a month’s wages, over at least three instalments, without interest, and none while another is owed.",
  },
} as const;
