import type { BuiltInTemplate } from "./template.ts";

/** Leave: the reminder to book it, and the states of a request. */
export const leaveTemplates = {
  book_leave: {
    subject: "You still have {{leave_balance}} of leave to take",
    body: `<p>Dear {{employee_name}},</p>
<p>You have <strong>{{leave_balance}}</strong> of leave left, to be taken by <strong>{{leave_year_end}}</strong>.</p>
<p>Rest is part of good work. Please choose your days soon, so that your team can plan around them and you get the dates you want.</p>
<p><a href="{{leave_link}}">Book your leave</a></p>
<p>If you have agreed your dates already, there is nothing more to do.</p>`,
    placeholders: ["employee_name", "leave_balance", "leave_year_end", "leave_link"],
  },
  leave_request_confirmation: {
    subject: "We have your leave request for {{start_date}} to {{end_date}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Your leave request has arrived and is with your approver now.</p>
<ul>
<li><strong>Kind of leave:</strong> {{leave_type}}</li>
<li><strong>From:</strong> {{start_date}}</li>
<li><strong>To:</strong> {{end_date}}</li>
<li><strong>Length:</strong> {{leave_days}}</li>
</ul>
<p>We will write to you as soon as it is decided. Until then you can change or withdraw it.</p>
<p><a href="{{leave_link}}">See your request</a></p>`,
    placeholders: [
      "employee_name",
      "leave_type",
      "start_date",
      "end_date",
      "leave_days",
      "leave_link",
    ],
  },
  leave_request_pending_approval: {
    subject: "{{employee_name}} asks for leave from {{start_date}} to {{end_date}}",
    body: `<p>Dear {{approver_name}},</p>
<p><strong>{{employee_name}}</strong> has asked for leave and is waiting for your decision.</p>
<ul>
<li><strong>Kind of leave:</strong> {{leave_type}}</li>
<li><strong>From:</strong> {{start_date}}</li>
<li><strong>To:</strong> {{end_date}}</li>
<li><strong>Length:</strong> {{leave_days}}</li>
<li><strong>Reason:</strong> {{leave_reason}}</li>
</ul>
<p><a href="{{leave_link}}">Approve or reject the request</a></p>
<p>An early answer helps everybody to plan.</p>`,
    placeholders: [
      "approver_name",
      "employee_name",
      "leave_type",
      "start_date",
      "end_date",
      "leave_days",
      "leave_reason",
      "leave_link",
    ],
  },
  leave_request_approved: {
    subject: "Your leave from {{start_date}} to {{end_date}} is approved",
    body: `<p>Dear {{employee_name}},</p>
<p>Good news: {{approver_name}} has <strong>approved</strong> your leave.</p>
<ul>
<li><strong>Kind of leave:</strong> {{leave_type}}</li>
<li><strong>From:</strong> {{start_date}}</li>
<li><strong>To:</strong> {{end_date}}</li>
<li><strong>Length:</strong> {{leave_days}}</li>
</ul>
<p>Please hand over open work before you go. Have a good rest.</p>
<p><a href="{{leave_link}}">See your leave</a></p>`,
    placeholders: [
      "employee_name",
      "approver_name",
      "leave_type",
      "start_date",
      "end_date",
      "leave_days",
      "leave_link",
    ],
  },
  leave_request_rejected: {
    subject: "Your leave request for {{start_date}} to {{end_date}}",
    body: `<p>Dear {{employee_name}},</p>
<p>Unfortunately {{approver_name}} could not approve your leave from {{start_date}} to {{end_date}} ({{leave_type}}, {{leave_days}}).</p>
<p><strong>Reason given:</strong> {{rejection_reason}}</p>
<p>None of your leave days have been used. Please speak to {{approver_name}} about other dates, or send a new request.</p>
<p><a href="{{leave_link}}">Choose other dates</a></p>`,
    placeholders: [
      "employee_name",
      "approver_name",
      "leave_type",
      "start_date",
      "end_date",
      "leave_days",
      "rejection_reason",
      "leave_link",
    ],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
