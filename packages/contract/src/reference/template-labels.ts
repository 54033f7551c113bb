import type { ModuleId } from "./modules.ts";

/**
 * The number of a mail of the product, what it is called in data, what people call it, and the module that it belongs
 * to. An organization that has switched the module off sends none of its mails; null belongs to no
 * module and is always sent.
 */
const entries = [
  [1, "employee_registration", "Employee Registration", "employees"],
  [2, "user_registration", "User Registration", null],
  [3, "admin_registration", "Admin Registration", null],
  [4, "employee_invite", "Employee Invite", "employees"],
  [5, "password_reset", "Password Reset", null],
  [6, "birthday_pro", "Birthday (Pro)", "employees"],
  [7, "birthday_ace", "Birthday (Ace)", "employees"],
  [8, "anniversary_pro", "Work Anniversary (Pro)", "employees"],
  [9, "anniversary_ace", "Work Anniversary (Ace)", "employees"],
  [10, "book_leave", "Book Leave", "leave"],
  [11, "payroll_pending_md_approval", "Payroll Pending MD Approval", "payroll"],
  [
    12,
    "payroll_pending_disbursement_approval",
    "Payroll Pending Approval for Disbursement",
    "payroll",
  ],
  [13, "employee_pay_disbursed", "Employee Pay Disbursed", "payroll"],
  [14, "wallet_deposit", "Wallet Deposit", null],
  [15, "wallet_withdrawal", "Wallet Withdrawal", null],
  [16, "leave_request_confirmation", "Leave Request Confirmation", "leave"],
  [17, "leave_request_pending_approval", "Leave Request Pending Approval", "leave"],
  [18, "leave_request_approved", "Leave Request Approved", "leave"],
  [19, "leave_request_rejected", "Leave Request Rejected", "leave"],
  [20, "chat_new_message", "Chat New Message", "chat"],
  [21, "chat_mention", "Chat Mention", "chat"],
  [22, "new_notice", "New Notice", "notices"],
  [23, "job_offer", "Job Offer", "recruitment"],
  [24, "updated_job_offer", "Updated Job Offer", "recruitment"],
  [25, "job_application_archived", "Job Application Archived", "recruitment"],
  [26, "job_application_rejected", "Job Application Rejected", "recruitment"],
  [27, "job_application_verified", "Job Application Verified", "recruitment"],
  [28, "job_application_submitted", "Job Application Submitted", "recruitment"],
  [29, "job_application_updated", "Job Application Updated", "recruitment"],
  [30, "job_interview_scheduled", "Job Interview Scheduled", "recruitment"],
  [31, "job_interview_rescheduled", "Job Interview Rescheduled", "recruitment"],
  [32, "job_interview_feedback_deadline", "Job Interview Feedback Deadline", "recruitment"],
  [
    33,
    "job_interview_feedback_deadline_rescheduled",
    "Job Interview Feedback Deadline Rescheduled",
    "recruitment",
  ],
  [34, "job_interview_feedback_completed", "Job Interview Feedback Completed", "recruitment"],
  [35, "job_interview_reminder", "Job Interview Reminder", "recruitment"],
  [36, "salary_advance_approved", "Salary Advance Approved", "salary_advance"],
  [37, "salary_advance_pending", "Salary Advance Pending", "salary_advance"],
  [38, "salary_advance_rejected", "Salary Advance Rejected", "salary_advance"],
  [39, "bank_account_change_requested", "Bank Account Change Requested", "employees"],
  [40, "bank_account_changed", "Bank Account Changed", "employees"],
] as const satisfies readonly (readonly [number, string, string, ModuleId | null])[];

export type TemplateLabel = (typeof entries)[number][1];

export type TemplateKind = {
  /** The number of the label, which never changes; a new label gets the next one. */
  id: number;
  label: TemplateLabel;
  title: string;
  module: ModuleId | null;
};

/** Every mail of the product, in the order in which screens list them. */
export const templateKinds: readonly TemplateKind[] = entries.map(([id, label, title, module]) => ({
  id,
  label,
  title,
  module,
}));

const byId = new Map(templateKinds.map((kind) => [kind.id, kind]));
const byLabel = new Map<string, TemplateKind>(templateKinds.map((kind) => [kind.label, kind]));

export function templateKindWithId(id: number): TemplateKind | undefined {
  return byId.get(id);
}

export function templateKindOf(label: TemplateLabel): TemplateKind {
  const kind = byLabel.get(label);
  if (kind === undefined) throw new Error(`there is no template ${label}`);
  return kind;
}

/** Mails that are made of no template, since nobody is to change what they say. */
const otherTitles: Readonly<Record<string, string>> = {
  security_notice: "Security Notice",
  portal_code: "Portal Sign-in Code",
};

/** What people call a label; the label itself for one of an older release. */
export function templateTitle(label: string): string {
  return byLabel.get(label)?.title ?? otherTitles[label] ?? label;
}
