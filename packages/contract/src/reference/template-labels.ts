import type { ModuleId } from "./modules.ts";

/** The topics of mails, in the order in which screens group them. */
export const templateTopics = [
  "Employees",
  "Users and sign-in",
  "Birthdays and anniversaries",
  "Leave",
  "Payroll",
  "Salary advances",
  "Wallet",
  "Recruitment",
  "Chat and notices",
] as const;

export type TemplateTopic = (typeof templateTopics)[number];

/**
 * A mail of the product: its number, label, display name, module and topic. When an organization
 * has switched the module off, the mail is not sent; a mail without a module is always sent.
 */
const entries = [
  [1, "employee_registration", "Employee Registration", "employees", "Employees"],
  [2, "user_registration", "User Registration", null, "Users and sign-in"],
  [3, "admin_registration", "Admin Registration", null, "Users and sign-in"],
  [4, "employee_invite", "Employee Invite", "employees", "Employees"],
  [5, "password_reset", "Password Reset", null, "Users and sign-in"],
  [6, "birthday_pro", "Birthday (Pro)", "employees", "Birthdays and anniversaries"],
  [7, "birthday_ace", "Birthday (Ace)", "employees", "Birthdays and anniversaries"],
  [8, "anniversary_pro", "Work Anniversary (Pro)", "employees", "Birthdays and anniversaries"],
  [9, "anniversary_ace", "Work Anniversary (Ace)", "employees", "Birthdays and anniversaries"],
  [10, "book_leave", "Book Leave", "leave", "Leave"],
  [11, "payroll_pending_md_approval", "Payroll Pending MD Approval", "payroll", "Payroll"],
  [
    12,
    "payroll_pending_disbursement_approval",
    "Payroll Pending Approval for Disbursement",
    "payroll",
    "Payroll",
  ],
  [13, "employee_pay_disbursed", "Employee Pay Disbursed", "payroll", "Payroll"],
  [14, "wallet_deposit", "Wallet Deposit", null, "Wallet"],
  [15, "wallet_withdrawal", "Wallet Withdrawal", null, "Wallet"],
  [16, "leave_request_confirmation", "Leave Request Confirmation", "leave", "Leave"],
  [17, "leave_request_pending_approval", "Leave Request Pending Approval", "leave", "Leave"],
  [18, "leave_request_approved", "Leave Request Approved", "leave", "Leave"],
  [19, "leave_request_rejected", "Leave Request Rejected", "leave", "Leave"],
  [20, "chat_new_message", "Chat New Message", "chat", "Chat and notices"],
  [21, "chat_mention", "Chat Mention", "chat", "Chat and notices"],
  [22, "new_notice", "New Notice", "notices", "Chat and notices"],
  [23, "job_offer", "Job Offer", "recruitment", "Recruitment"],
  [24, "updated_job_offer", "Updated Job Offer", "recruitment", "Recruitment"],
  [25, "job_application_archived", "Job Application Archived", "recruitment", "Recruitment"],
  [26, "job_application_rejected", "Job Application Rejected", "recruitment", "Recruitment"],
  [27, "job_application_verified", "Job Application Verified", "recruitment", "Recruitment"],
  [28, "job_application_submitted", "Job Application Submitted", "recruitment", "Recruitment"],
  [29, "job_application_updated", "Job Application Updated", "recruitment", "Recruitment"],
  [30, "job_interview_scheduled", "Job Interview Scheduled", "recruitment", "Recruitment"],
  [31, "job_interview_rescheduled", "Job Interview Rescheduled", "recruitment", "Recruitment"],
  [
    32,
    "job_interview_feedback_deadline",
    "Job Interview Feedback Deadline",
    "recruitment",
    "Recruitment",
  ],
  [
    33,
    "job_interview_feedback_deadline_rescheduled",
    "Job Interview Feedback Deadline Rescheduled",
    "recruitment",
    "Recruitment",
  ],
  [
    34,
    "job_interview_feedback_completed",
    "Job Interview Feedback Completed",
    "recruitment",
    "Recruitment",
  ],
  [35, "job_interview_reminder", "Job Interview Reminder", "recruitment", "Recruitment"],
  [36, "salary_advance_approved", "Salary Advance Approved", "salary_advance", "Salary advances"],
  [37, "salary_advance_pending", "Salary Advance Pending", "salary_advance", "Salary advances"],
  [38, "salary_advance_rejected", "Salary Advance Rejected", "salary_advance", "Salary advances"],
  [39, "bank_account_change_requested", "Bank Account Change Requested", "employees", "Employees"],
  [40, "bank_account_changed", "Bank Account Changed", "employees", "Employees"],
] as const satisfies readonly (readonly [number, string, string, ModuleId | null, TemplateTopic])[];

export type TemplateLabel = (typeof entries)[number][1];

export type TemplateKind = {
  /** The number of the label, which never changes; a new label gets the next one. */
  id: number;
  label: TemplateLabel;
  title: string;
  module: ModuleId | null;
};

/** Every mail of the product, in list order within each topic. */
export const templateKinds: readonly TemplateKind[] = entries.map(([id, label, title, module]) => ({
  id,
  label,
  title,
  module,
}));

const byId = new Map(templateKinds.map((kind) => [kind.id, kind]));
const byLabel = new Map<string, TemplateKind>(templateKinds.map((kind) => [kind.label, kind]));

/** The kind of mail with that id, or undefined. */
export function templateKindById(id: number): TemplateKind | undefined {
  return byId.get(id);
}

/**
 * The kind of mail with that label.
 *
 * @throws Error when there is none, which the type rules out.
 */
export function templateKindByLabel(label: TemplateLabel): TemplateKind {
  const kind = byLabel.get(label);
  if (kind === undefined) throw new Error(`there is no template ${label}`);
  return kind;
}

const topics: ReadonlyMap<string, TemplateTopic> = new Map(
  entries.map(([, label, , , topic]) => [label, topic]),
);

/** The topic of a mail. */
export function templateTopicOf(label: TemplateLabel): TemplateTopic {
  const topic = topics.get(label);
  if (topic === undefined) throw new Error(`there is no template ${label}`);
  return topic;
}

/** Mails without a template, because their text cannot be changed. */
const otherTitles: Readonly<Record<string, string>> = {
  security_notice: "Security Notice",
  portal_code: "Portal Sign-in Code",
  organization_status: "Organization Suspended or Resumed",
};

/** The display name of a label; the label itself when it comes from an older release. */
export function templateTitle(label: string): string {
  return byLabel.get(label)?.title ?? otherTitles[label] ?? label;
}
