import type { BuiltInTemplate } from "./template.ts";

/** Joining, accounts, and greetings on birthdays and anniversaries. */
export const peopleTemplates = {
  employee_registration: {
    subject: "Welcome to {{company_name}}, {{employee_name}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Welcome to <strong>{{company_name}}</strong>. Your staff record is ready, and we look forward to working with you.</p>
<ul>
<li><strong>Staff number:</strong> {{staff_number}}</li>
<li><strong>Job title:</strong> {{job_title}}</li>
<li><strong>Start date:</strong> {{start_date}}</li>
</ul>
<p>In the employee portal you can check your details and find your payslips.</p>
<p><a href="{{portal_link}}">Open the employee portal</a></p>
<p>If anything in your record is not right, write to {{support_email}} and we will put it straight.</p>`,
    placeholders: ["employee_name", "staff_number", "job_title", "start_date"],
  },
  user_registration: {
    subject: "Your {{company_name}} account is ready",
    body: `<p>Hello {{user_name}},</p>
<p>An account has been opened for you at <strong>{{company_name}}</strong>. You sign in with this address:</p>
<p><strong>{{email}}</strong></p>
<p><a href="{{invite_link}}">Choose your password by {{expiry_date}}</a></p>
<p>If you did not expect this account, please tell us at {{support_email}}.</p>`,
    placeholders: ["user_name", "email", "invite_link", "expiry_date"],
    required: ["invite_link"],
  },
  admin_registration: {
    subject: "{{company_name}} is set up on Kontor",
    body: `<p>Hello {{name}},</p>
<p><strong>{{company_name}}</strong> is set up on Kontor, and you are named as its super administrator.</p>
<p>Its funding account and its books are open, so you can start straight away.</p>
<p><a href="{{invite_link}}">Choose your password by {{expiry_date}}</a></p>
<p>If you did not expect this, please write to {{support_email}}.</p>`,
    placeholders: ["name", "invite_link", "expiry_date"],
    required: ["invite_link"],
  },
  employee_invite: {
    subject: "{{inviter_name}} invites you to join {{company_name}}",
    body: `<p>Dear {{employee_name}},</p>
<p>{{inviter_name}} has invited you to the employee portal of <strong>{{company_name}}</strong>. There you find your payslips, ask for salary advances and see what the company has recorded of you. You need no password: each time you sign in, we mail you a code.</p>
<p><a href="{{invite_link}}">Accept the invitation</a></p>
<p>The invitation is personal and works until <strong>{{expiry_date}}</strong>. Please do not forward it.</p>
<p>If you do not know {{company_name}}, you can simply ignore this mail.</p>`,
    placeholders: ["employee_name", "inviter_name", "invite_link", "expiry_date"],
    required: ["invite_link"],
  },
  password_reset: {
    subject: "Your code for a new password",
    body: `<p>Hello {{name}},</p>
<p>Enter this code to choose a new password:</p>
<p><span style="font-size:30px"><strong>{{code}}</strong></span></p>
<p>Or go on without typing it:</p>
<p><a href="{{reset_link}}">Choose a new password</a></p>
<p>Code and link work for {{minutes}} minutes and only once. Nobody will ever ask you for them by phone or mail.</p>
<p>If you did not ask for a new password, you need not do anything: your password stays as it is.</p>`,
    placeholders: ["name", "code", "reset_link", "minutes"],
    required: ["code", "reset_link"],
  },
  birthday_pro: {
    subject: "Happy birthday, {{employee_name}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Everyone at <strong>{{company_name}}</strong> wishes you a very happy birthday.</p>
<p>Thank you for the care you bring to your work. We hope the day is a good one, and that the year ahead brings you health, success and much to be glad about.</p>
<p>With warm regards,<br />{{company_name}}</p>`,
    placeholders: ["employee_name"],
  },
  birthday_ace: {
    subject: "It’s your day, {{employee_name}}!",
    body: `<h2>Happy birthday, {{employee_name}}!</h2>
<p>Today the whole team at <strong>{{company_name}}</strong> celebrates you.</p>
<p>Your colleagues know how much lighter the work is with you around, and today is a good day to say so. Take a moment for yourself, enjoy the good wishes, and have an extra slice of cake from us.</p>
<p>Here’s to another year of good health, good company and good news. Many happy returns!</p>
<p>Your friends at {{company_name}}</p>`,
    placeholders: ["employee_name"],
  },
  anniversary_pro: {
    subject: "{{years_of_service}} with {{company_name}}: thank you, {{employee_name}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Today marks <strong>{{years_of_service}}</strong> since you joined {{company_name}}.</p>
<p>Thank you for your commitment and for all that you have contributed in this time. Much of what we have achieved rests on people like you, and we are glad to have you with us.</p>
<p>With appreciation,<br />{{company_name}}</p>`,
    placeholders: ["employee_name", "years_of_service"],
  },
  anniversary_ace: {
    subject: "Cheers to {{years_of_service}}, {{employee_name}}!",
    body: `<h2>Congratulations, {{employee_name}}!</h2>
<p><strong>{{years_of_service}}</strong> at {{company_name}}: that calls for a celebration.</p>
<p>You have shared the busy days and the good ones with us, helped newcomers find their feet and left your mark on how we work. Thank you for every bit of it.</p>
<p>We look forward to all that is still to come. Enjoy your day!</p>
<p>Your friends at {{company_name}}</p>`,
    placeholders: ["employee_name", "years_of_service"],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
