/**
 * The refusals of the employees' portal; see ../error-codes.ts. They state the reason openly,
 * because only the owner of an employee's mailbox can get this far.
 */
export const portalErrorCodes = {
  portal_code_wrong: {
    status: 422,
    message: "The code is wrong or has expired. Check it, or ask for a new one.",
  },
  portal_codes_held: {
    status: 409,
    message:
      "Emails are on hold, so no code can be sent at the moment. Try again later, or ask your employer.",
  },
  portal_invitation_expired: {
    status: 409,
    message: "Your invitation has expired. Ask {organization} ({support}) to send you a new one.",
  },
  portal_suspended: {
    status: 409,
    message:
      "You cannot use the portal while your employment at {organization} is suspended. For questions write to {support}.",
  },
  portal_left: {
    status: 409,
    message:
      "Your last day at {organization} was {last_day}, so the portal is closed to you. For questions write to {support}.",
  },
  portal_closed: {
    status: 409,
    message: "{organization} has closed its portal for now. For questions write to {support}.",
  },
  portal_modules_off: {
    status: 409,
    message:
      "{organization} has switched off payslips and salary advances, so there is nothing to see here for now. For questions write to {support}.",
  },
  portal_no_payslips: {
    status: 409,
    message:
      "{organization} is not showing payslips here for now. For questions write to {support}.",
  },
  portal_no_advances: {
    status: 409,
    message:
      "{organization} is not accepting requests for salary advances for now. For questions write to {support}.",
  },
  portal_email_missing: {
    status: 422,
    message: "{name} has no email address. Enter one under Personal, then send the invitation.",
  },
  portal_not_active: {
    status: 409,
    message: "{name} is {status}: only active employees can be invited to the portal.",
  },
  portal_organization_suspended: {
    status: 409,
    message: "{organization} is suspended, so its employees cannot use the portal.",
  },
} as const;
