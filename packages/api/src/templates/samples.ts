/**
 * Every placeholder that mails and letters may contain, with its value in previews and test mails.
 * A name ending in `_link` is an address and may be used as the target of a link.
 */
export const sampleValues = {
  // Filled by the platform in every mail.
  company_name: "Demo Company Limited",
  app_link: "https://kontor.example/app",
  portal_link: "https://kontor.example/portal",
  support_email: "support@kontor.example",

  name: "Demo Person",
  employee_name: "Demo Employee",
  user_name: "Demo User",
  recipient_name: "Demo Colleague",
  candidate_name: "Demo Candidate",
  approver_name: "Demo Director",
  interviewer_name: "Demo Interviewer",
  inviter_name: "Demo Manager",
  sender_name: "Demo Sender",
  email: "demo.user@kontor.example",

  staff_number: "NBX-0042",
  job_title: "Accounts Officer",
  start_date: "1 October 2026",
  end_date: "14 October 2026",
  expiry_date: "30 September 2026",
  invite_link: "https://kontor.example/portal/invite/demo",
  years_of_service: "5 years",
  code: "042137",
  reset_link: "https://kontor.example/new-password",
  minutes: "10",

  payroll_period: "September 2026",
  employee_count: "48",
  gross_total: "₦18,640,000.00",
  net_total: "₦14,912,300.00",
  prepared_by: "Demo Accountant",
  approved_by: "Demo Managing Director",
  payment_date: "25 September 2026",
  payroll_link: "https://kontor.example/app/payroll/demo",
  net_pay: "₦312,450.00",
  bank_name: "Demo Bank",
  account_ending: "6789",
  payslip_link: "https://kontor.example/portal/payslips/demo",

  amount: "₦100,000.00",
  balance: "₦2,450,000.00",
  transaction_date: "18 September 2026, 10:24",
  reference: "DEP-000123",
  description: "Payroll funding for September",
  payback_amount: "₦100,986.30",
  due_date: "18 October 2026",
  advance_link: "https://kontor.example/portal/advances/demo",
  rejection_reason: "Two colleagues of the same team are already away in that week.",

  leave_type: "Annual leave",
  leave_days: "10 working days",
  leave_balance: "12 working days",
  leave_year_end: "31 December 2026",
  leave_reason: "Family visit",
  leave_link: "https://kontor.example/portal/leave/demo",

  message_preview: "Could you look at the figures before our call at three?",
  channel_name: "Finance",
  chat_link: "https://kontor.example/portal/chat/demo",
  notice_title: "Office closed on 1 October",
  notice_summary: "The office is closed on Independence Day and opens again on Friday morning.",
  posted_by: "Demo Manager",
  notice_link: "https://kontor.example/portal/notices/demo",

  job_name: "Accounts Officer",
  location_name: "Lagos",
  designation_name: "Officer",
  grade_level_name: "Level 8",
  delivery_format: "Hybrid",
  job_type: "Full time",
  salary: "₦4,800,000.00 a year",
  offer_deadline: "25 September 2026",
  offer_link: "https://kontor.example/offers/demo",
  application_link: "https://kontor.example/applications/demo",
  interview_date: "22 September 2026",
  interview_time: "10:00",
  previous_date: "21 September 2026, 14:00",
  interview_format: "Video call",
  interview_place: "Video call; the link is in the invitation",
  interview_link: "https://kontor.example/interviews/demo",
  feedback_deadline: "24 September 2026, 17:00",
  previous_deadline: "23 September 2026, 17:00",
  feedback_link: "https://kontor.example/app/interviews/demo/feedback",
} as const satisfies Readonly<Record<string, string>>;

export type PlaceholderName = keyof typeof sampleValues;

/** The placeholders that the platform fills in every mail. */
export const commonPlaceholders = [
  "company_name",
  "app_link",
  "portal_link",
  "support_email",
] as const satisfies readonly PlaceholderName[];

export type CommonPlaceholder = (typeof commonPlaceholders)[number];
