import type { BuiltInTemplate } from "./template.ts";

/** Payroll, the funding account and salary advances. */
export const moneyTemplates = {
  payroll_pending_md_approval: {
    subject: "Payroll for {{payroll_period}} is waiting for your approval",
    body: `<p>Dear {{approver_name}},</p>
<p>{{prepared_by}} has prepared the payroll of <strong>{{company_name}}</strong> for <strong>{{payroll_period}}</strong>. It needs your approval before it can be paid.</p>
<ul>
<li><strong>Employees:</strong> {{employee_count}}</li>
<li><strong>Gross pay:</strong> {{gross_total}}</li>
<li><strong>Net pay:</strong> {{net_total}}</li>
<li><strong>Payment date:</strong> {{payment_date}}</li>
</ul>
<p><a href="{{payroll_link}}">Review the payroll</a></p>
<p>Nothing is paid until you have approved it.</p>`,
    placeholders: [
      "approver_name",
      "prepared_by",
      "payroll_period",
      "employee_count",
      "gross_total",
      "net_total",
      "payment_date",
      "payroll_link",
    ],
  },
  payroll_pending_disbursement_approval: {
    subject: "Payroll for {{payroll_period}}: please release the payment",
    body: `<p>Dear {{approver_name}},</p>
<p>The payroll of <strong>{{company_name}}</strong> for <strong>{{payroll_period}}</strong> has been approved by {{approved_by}} and is ready to be paid out.</p>
<ul>
<li><strong>Employees:</strong> {{employee_count}}</li>
<li><strong>To be paid:</strong> {{net_total}}</li>
<li><strong>Payment date:</strong> {{payment_date}}</li>
</ul>
<p><a href="{{payroll_link}}">Check and release the payment</a></p>
<p>Please make sure that the funding account covers the amount on that day.</p>`,
    placeholders: [
      "approver_name",
      "approved_by",
      "payroll_period",
      "employee_count",
      "net_total",
      "payment_date",
      "payroll_link",
    ],
  },
  employee_pay_disbursed: {
    subject: "Your pay for {{payroll_period}} is on its way",
    body: `<p>Dear {{employee_name}},</p>
<p>Your pay for <strong>{{payroll_period}}</strong> has been sent to your bank.</p>
<ul>
<li><strong>Net pay:</strong> {{net_pay}}</li>
<li><strong>Paid on:</strong> {{payment_date}}</li>
<li><strong>Account:</strong> {{bank_name}}, ending in {{account_ending}}</li>
</ul>
<p>Your payslip is attached. It shows how the amount was worked out.</p>
<p><a href="{{payslip_link}}">See your payslip</a></p>
<p>If the money has not arrived by the next working day, or the account is not yours, write to {{support_email}}.</p>`,
    placeholders: [
      "employee_name",
      "payroll_period",
      "net_pay",
      "payment_date",
      "bank_name",
      "account_ending",
      "payslip_link",
    ],
  },
  wallet_deposit: {
    subject: "{{amount}} was paid into your funding account",
    body: `<p>Hello,</p>
<p>A deposit has been added to the funding account of <strong>{{company_name}}</strong>.</p>
<ul>
<li><strong>Amount:</strong> {{amount}}</li>
<li><strong>Date:</strong> {{transaction_date}}</li>
<li><strong>Reference:</strong> {{reference}}</li>
<li><strong>Description:</strong> {{description}}</li>
</ul>
<p>The balance is now <strong>{{balance}}</strong>.</p>
<p><a href="{{app_link}}">See the account</a></p>`,
    placeholders: ["amount", "transaction_date", "reference", "description", "balance"],
  },
  wallet_withdrawal: {
    subject: "{{amount}} was withdrawn from your funding account",
    body: `<p>Hello,</p>
<p>Money has been withdrawn from the funding account of <strong>{{company_name}}</strong>.</p>
<ul>
<li><strong>Amount:</strong> {{amount}}</li>
<li><strong>Date:</strong> {{transaction_date}}</li>
<li><strong>Reference:</strong> {{reference}}</li>
<li><strong>Description:</strong> {{description}}</li>
</ul>
<p>The balance is now <strong>{{balance}}</strong>.</p>
<p><a href="{{app_link}}">See the account</a></p>
<p>If nobody in your company asked for this withdrawal, sign in and tell the platform’s administrator at once.</p>`,
    placeholders: ["amount", "transaction_date", "reference", "description", "balance"],
  },
  salary_advance_approved: {
    subject: "Your salary advance of {{amount}} is approved",
    body: `<p>Dear {{employee_name}},</p>
<p>Your request for a salary advance has been <strong>approved</strong>.</p>
<ul>
<li><strong>Amount:</strong> {{amount}}</li>
<li><strong>To be paid back:</strong> {{payback_amount}}</li>
<li><strong>Due on:</strong> {{due_date}}</li>
</ul>
<p>We will pay the amount into your salary account. It is paid back from your salary under the terms that you accepted.</p>
<p><a href="{{advance_link}}">See your advance</a></p>`,
    placeholders: ["employee_name", "amount", "payback_amount", "due_date", "advance_link"],
  },
  salary_advance_pending: {
    subject: "We have your request for an advance of {{amount}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Your request for a salary advance has arrived and is waiting for a decision.</p>
<ul>
<li><strong>Amount:</strong> {{amount}}</li>
<li><strong>To be paid back:</strong> {{payback_amount}}</li>
<li><strong>Due on:</strong> {{due_date}}</li>
</ul>
<p>We will write to you as soon as it is decided. You need not do anything until then.</p>
<p><a href="{{advance_link}}">See your request</a></p>`,
    placeholders: ["employee_name", "amount", "payback_amount", "due_date", "advance_link"],
  },
  salary_advance_rejected: {
    subject: "Your request for an advance of {{amount}}",
    body: `<p>Dear {{employee_name}},</p>
<p>We are sorry that your request for a salary advance of <strong>{{amount}}</strong> could not be approved.</p>
<p><strong>Reason:</strong> {{rejection_reason}}</p>
<p>Nothing will be paid out, and nothing will be taken from your salary. If you would like to know more, please speak to your HR team or write to {{support_email}}.</p>
<p><a href="{{advance_link}}">See your request</a></p>`,
    placeholders: ["employee_name", "amount", "rejection_reason", "advance_link"],
  },
  bank_account_change_requested: {
    subject: "Your pay at {{company_name}} is to go to another bank account",
    body: `<p>Dear {{employee_name}},</p>
<p>Somebody at <strong>{{company_name}}</strong> entered another bank account for your pay:</p>
<ul>
<li><strong>Bank:</strong> {{bank_name}}</li>
<li><strong>Account ending in:</strong> {{account_ending}}</li>
</ul>
<p>A second person checks it before any money goes there. If you did not ask for this, write to {{support_email}} at once.</p>`,
    placeholders: ["employee_name", "bank_name", "account_ending"],
  },
  bank_account_changed: {
    subject: "Your pay at {{company_name}} now goes to another bank account",
    body: `<p>Dear {{employee_name}},</p>
<p>From now on <strong>{{company_name}}</strong> sends your pay to this account:</p>
<ul>
<li><strong>Bank:</strong> {{bank_name}}</li>
<li><strong>Account ending in:</strong> {{account_ending}}</li>
</ul>
<p>If this is not your account, write to {{support_email}} at once.</p>`,
    placeholders: ["employee_name", "bank_name", "account_ending"],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
