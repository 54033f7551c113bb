import { employeeErrorCodes } from "./refusals/employees.ts";
import { fundingErrorCodes } from "./refusals/funding.ts";
import { payrollErrorCodes } from "./refusals/payroll.ts";
import { periodErrorCodes } from "./refusals/periods.ts";
import { portalErrorCodes } from "./refusals/portal.ts";
import { advanceErrorCodes } from "./refusals/salary-advances.ts";

/**
 * Every refusal of the API: its HTTP status and the sentence that the user reads. `{name}` is
 * replaced by a detail of the refusal. The messages for single fields about money, entries and
 * passwords are in field-sentences.ts and password/sentences.ts, because the web checks these rules
 * too and should not load all of this file.
 *
 * 401 is only for a missing or ended session, and 403 only for a permission that the user lacks: the
 * client signs the user out on both, so no business rule may use them.
 */
export const errorCodes = {
  malformed: { status: 400, message: "The request could not be read: {reason}" },
  validation_failed: { status: 422, message: "{summary}" },
  text_broken: {
    status: 422,
    message:
      "This text contains a character that cannot be stored. Remove it, or type the text again.",
  },
  address_too_long: { status: 414, message: "The address of the request is too long." },
  headers_too_long: {
    status: 431,
    message: "The address and the headers of the request are too long in total.",
  },
  arrived_too_late: { status: 408, message: "The request did not arrive in time. Send it again." },
  unsupported_media_type: { status: 415, message: "Send the body as {expected}." },
  body_too_large: {
    status: 413,
    message: "The request is too large: at most {limit} are accepted.",
  },
  session_missing: { status: 401, message: "Session expired, please login again" },
  sign_in_failed: {
    status: 422,
    message: "The email or password is wrong. Check both and try again.",
  },
  forbidden: {
    status: 403,
    message: "Your account may not do this. Ask a platform administrator.",
  },
  not_found: { status: 404, message: "{what} was not found." },
  route_not_found: { status: 404, message: "There is no such address in the API." },
  too_many_requests: { status: 429, message: "Too many requests. Try again in {seconds} seconds." },
  idempotency_key_reused: {
    status: 422,
    message:
      "Your earlier submit, which is different, was carried out after all, and this one was not. See what was saved before you submit again.",
  },
  idempotency_in_flight: {
    status: 409,
    message: "The same request is still being processed. Try again in a moment.",
  },
  idempotency_key_invalid: {
    status: 422,
    message: "Idempotency-Key is 8 to 200 visible characters.",
  },
  changed_meanwhile: {
    status: 409,
    message:
      "Somebody else changed this after you opened it. Look at their changes, then try again.",
  },
  outgoing_held: {
    status: 409,
    message:
      "Emails and transfers are on hold, so nothing leaves Kontor at the moment. Ask a platform administrator.",
  },
  in_use: {
    status: 409,
    message: "{what} has foreign links: delete what is connected to it first.",
  },
  reset_code_wrong: {
    status: 422,
    message: "The code is wrong or has expired. Check it, or ask for a new one.",
  },
  reset_token_dead: {
    status: 422,
    message: "This password reset is no longer valid. Start again with your email.",
  },
  file_too_large: {
    status: 413,
    message: "This file is larger than {limit}. Choose a smaller one.",
  },
  file_expected: { status: 422, message: "Send this field as a file." },
  image_invalid: { status: 422, message: "{reason}" },
  password_wrong: { status: 422, message: "This is not your password. Try again." },
  password_weak: { status: 422, message: "{reason}" },
  second_factor_required: {
    status: 409,
    message: "Your role requires a second factor. Set one up to continue.",
  },
  second_factor_wrong: {
    status: 422,
    message: "The code is wrong or was already used. Enter the code that your app shows now.",
  },
  second_factor_tried_often: {
    status: 429,
    message: "Too many wrong codes. Use a recovery code, or try again in {minutes} minutes.",
  },
  second_factor_missing: { status: 409, message: "This account has no second factor." },
  second_factor_kept: {
    status: 409,
    message: "Your role requires a second factor, so it cannot be switched off.",
  },
  second_factor_on: {
    status: 409,
    message: "The second factor is on already. Switch it off first to set up another app.",
  },
  challenge_dead: { status: 422, message: "This sign-in took too long. Sign in again." },
  invitation_unknown: {
    status: 422,
    message: "This invitation is no longer valid. Ask the person who invited you for a new one.",
  },
  invitation_expired: {
    status: 422,
    message: "This invitation has expired. Ask the person who invited you for a new one.",
  },
  invitation_used: {
    status: 409,
    message: "This invitation has already been used. Sign in with the password that you set.",
  },
  invitation_organization_suspended: {
    status: 409,
    message:
      "{organization} is suspended, so its users cannot sign in or accept an invitation. Invite them once it is resumed.",
  },
  invitation_needless: {
    status: 409,
    message: "{name} has already set a password and needs no invitation.",
  },
  user_deactivated: {
    status: 409,
    message: "{name} is deactivated. Reactivate the account first.",
  },
  last_administrator: {
    status: 409,
    message: "{name} is the last administrator. Make somebody else one first.",
  },
  last_owner: {
    status: 409,
    message: "{name} is the last owner of the organization. Make somebody else one first.",
  },
  own_account: {
    status: 409,
    message: "This is your own account. Ask somebody else to do it.",
  },
  email_taken: {
    status: 409,
    message: "The email {email} already belongs to a user. Choose another.",
  },
  code_taken: {
    status: 409,
    message: "The code {code} is taken by another organization. Choose another.",
  },
  saved_view_name_taken: {
    status: 409,
    message: "You have a view “{name}” of this list already. Choose another name.",
  },
  saved_views_full: {
    status: 409,
    message: "A list has at most {most} views. Delete one that you no longer need.",
  },
  branch_code_taken: {
    status: 409,
    message: "The code {code} is taken by another branch of this organization. Choose another.",
  },
  state_unknown: { status: 422, message: "There is no such state. Choose one from the list." },
  local_government_elsewhere: {
    status: 422,
    message: "This local government is not in the chosen state. Choose one from the list.",
  },
  local_government_without_state: {
    status: 422,
    message: "Choose the state of the local government too.",
  },
  ...employeeErrorCodes,
  ...periodErrorCodes,
  ...portalErrorCodes,
  ...advanceErrorCodes,
  entry_unbalanced: {
    status: 422,
    message:
      "Debit and credit differ by {difference}: the {short_side} side is short. Make both sides equal.",
  },
  ledger_closed_to_postings: {
    status: 422,
    message:
      "Ledger {ledger} has sub-ledgers and accepts no postings. Choose one of its sub-ledgers.",
  },
  ledger_controlled: {
    status: 422,
    message: "Ledger {ledger} cannot be posted to by hand: {where}. Choose another ledger.",
  },
  opening_balance_fixed: {
    status: 422,
    message: "The opening balance of ledger {ledger} cannot be changed: {where}.",
  },
  entry_type_reserved: {
    status: 422,
    message: "Only the system makes entries of this type. Choose another type.",
  },
  entry_made_by_system: {
    status: 422,
    message: "{number} was made by the system. Change the record that it was made for.",
  },
  organization_required: { status: 422, message: "Choose an organization." },
  field_locked: { status: 422, message: "{field} cannot be changed once it is saved." },
  group_is_standard: {
    status: 409,
    message: "{what} belongs to the standard chart of accounts and cannot be deleted.",
  },
  cash_flow_of_class: {
    status: 422,
    message: "Only groups of assets and liabilities can be cash. Choose an activity.",
  },
  cash_flow_of_funding: {
    status: 422,
    message: "This group holds the Funding account, so it is always cash.",
  },
  parent_is_system_ledger: {
    status: 422,
    message: "The system posts to this ledger, so it cannot be a parent. Choose another.",
  },
  parent_in_other_group: { status: 422, message: "The parent ledger must be in the same group." },
  parent_is_sub_ledger: {
    status: 422,
    message: "A sub-ledger cannot be a parent. Choose a ledger without a parent.",
  },
  amount_out_of_range: { status: 422, message: "The amount is larger than the books can hold." },
  address_mismatch: {
    status: 422,
    message: "{field} is not what the address of the request says.",
  },
  module_off: {
    status: 409,
    message:
      "The module {module} is switched off for {organization}. Switch it on under Modules to use it.",
  },
  module_core: {
    status: 409,
    message: "The module {module} is a core module and cannot be switched off.",
  },
  terms_missing: { status: 422, message: "Enter the terms." },
  ...fundingErrorCodes,
  transfer_under_way: {
    status: 409,
    message: "The money for this is already on its way or has arrived (transfer {reference}).",
  },
  ...payrollErrorCodes,
  placeholder_unknown: { status: 422, message: "{problem}" },
  placeholder_missing: {
    status: 422,
    message: "This mail is useless without {placeholder}. Add it to the body.",
  },
  placeholder_secret: {
    status: 422,
    message:
      "Others can see the subject of a mail, but only the receiver may see {placeholder}. Move it to the body.",
  },
  subject_missing: { status: 422, message: "Enter a subject." },
  body_too_intricate: {
    status: 422,
    message: "This text has too much formatting. Paste it as plain text and format it again.",
  },
  body_missing: { status: 422, message: "Enter a body." },
  mail_already_sent: { status: 409, message: "This email has already been sent." },
  mail_too_late: {
    status: 409,
    message: "This email contains a code that is no longer valid, so it cannot be sent again.",
  },
  mail_server_missing: {
    status: 409,
    message: "There is no mail server yet. Enter and save one, then send a test mail.",
  },
  mail_host_refused: {
    status: 422,
    message:
      "Mail cannot be sent through a server at this address. Use the address that your mail provider gives you.",
  },
  mail_password_again: {
    status: 422,
    message:
      "Enter the password again. The stored password is not sent to a different server or user.",
  },
  mail_password_needed: {
    status: 422,
    message: "Enter the password of this user, or leave the user name empty.",
  },
  secret_key_missing: {
    status: 409,
    message:
      "Secrets cannot be stored yet. Set KONTOR_SECRET_KEY to 64 hex digits and restart the server.",
  },
  secret_unreadable: {
    status: 409,
    message:
      "{what} was encrypted with another KONTOR_SECRET_KEY and cannot be read. Enter and save it again.",
  },
  export_too_long: {
    status: 422,
    message:
      "{format} holds at most {most} lines and this has {lines}. Choose {instead}, or narrow the list.",
  },
  export_too_large: {
    status: 422,
    message: "This list has too much text for a PDF. Choose Excel or CSV, or narrow the list.",
  },
  too_many_to_search: {
    status: 422,
    message:
      "{found} entries are more than can be searched at once. Choose days with at most {most}.",
  },
  list_too_long_to_sort: {
    status: 422,
    message:
      "More than {most} rows cannot be sorted this way. Narrow the list, or sort it by {instead}.",
  },
  moment_in_future: {
    status: 422,
    message: "This moment is in the future. Choose the present minute or an earlier one.",
  },
  too_much_since: {
    status: 422,
    message:
      "More than {most} entries were recorded since then, which is too many to leave out. Choose a later moment.",
  },
  busy: { status: 503, message: "The server is busy. Try again in a moment." },
  disk_full: {
    status: 503,
    message:
      "The disk of the database is full, so nothing was saved. Tell your administrator, and try again later.",
  },
  database_unreachable: {
    status: 503,
    message:
      "The database cannot be reached at the moment, so nothing was saved. Try again in a few minutes.",
  },
  database_unreadable: {
    status: 503,
    message: "The database cannot be reached at the moment. Try again in a few minutes.",
  },
  database_lost: {
    status: 503,
    message:
      "The connection to the database was lost, so this may or may not have been saved. See whether it was, and try again in a few minutes.",
  },
  internal: {
    status: 500,
    message:
      "Something went wrong on our side and nothing was saved. Try again; if it happens again, quote request {request_id}.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** A refused field. `path` is dotted, as forms name their fields: `items.0.amount`. */
export type FieldProblem = { path: string; message: string };

/** The body of every refusal, `application/problem+json`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: string;
  message: string;
  errors?: FieldProblem[];
};

/** The sentence for a code, with `{name}` replaced from `details`. */
export function errorSentence(
  code: ErrorCode,
  details: Readonly<Record<string, string>> = {},
): string {
  return errorCodes[code].message.replace(
    /\{(\w+)\}/g,
    (_match, name: string) => details[name] ?? "",
  );
}
