import type { BuiltInTemplate } from "./template.ts";

/** Interviews: the appointments, and the feedback that follows them. */
export const interviewTemplates = {
  job_interview_scheduled: {
    subject: "Your interview with {{company_name}} on {{interview_date}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>We would like to meet you. Your interview for the position of <strong>{{job_name}}</strong> has been arranged:</p>
<ul>
<li><strong>Date:</strong> {{interview_date}}</li>
<li><strong>Time:</strong> {{interview_time}} (Lagos time)</li>
<li><strong>Format:</strong> {{interview_format}}</li>
<li><strong>Place:</strong> {{interview_place}}</li>
<li><strong>You will meet:</strong> {{interviewer_name}}</li>
</ul>
<p><a href="{{interview_link}}">Confirm the interview</a></p>
<p>If the time does not suit you, tell us as early as you can at {{support_email}} and we will find another.</p>`,
    placeholders: [
      "candidate_name",
      "job_name",
      "interview_date",
      "interview_time",
      "interview_format",
      "interview_place",
      "interviewer_name",
      "interview_link",
    ],
  },
  job_interview_rescheduled: {
    subject: "New time for your interview: {{interview_date}}, {{interview_time}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>Your interview for the position of <strong>{{job_name}}</strong> has been moved. The earlier time, {{previous_date}}, no longer holds.</p>
<ul>
<li><strong>New date:</strong> {{interview_date}}</li>
<li><strong>New time:</strong> {{interview_time}} (Lagos time)</li>
<li><strong>Format:</strong> {{interview_format}}</li>
<li><strong>Place:</strong> {{interview_place}}</li>
<li><strong>You will meet:</strong> {{interviewer_name}}</li>
</ul>
<p><a href="{{interview_link}}">Confirm the new time</a></p>
<p>We are sorry for the change and look forward to meeting you.</p>`,
    placeholders: [
      "candidate_name",
      "job_name",
      "previous_date",
      "interview_date",
      "interview_time",
      "interview_format",
      "interview_place",
      "interviewer_name",
      "interview_link",
    ],
  },
  job_interview_reminder: {
    subject: "Reminder: interview for {{job_name}} on {{interview_date}}, {{interview_time}}",
    body: `<p>Dear {{recipient_name}},</p>
<p>This is a friendly reminder of the interview for the position of <strong>{{job_name}}</strong>.</p>
<ul>
<li><strong>Date:</strong> {{interview_date}}</li>
<li><strong>Time:</strong> {{interview_time}} (Lagos time)</li>
<li><strong>Format:</strong> {{interview_format}}</li>
<li><strong>Place:</strong> {{interview_place}}</li>
</ul>
<p><a href="{{interview_link}}">See the details</a></p>
<p>If you cannot be there, please tell us straight away at {{support_email}}.</p>`,
    placeholders: [
      "recipient_name",
      "job_name",
      "interview_date",
      "interview_time",
      "interview_format",
      "interview_place",
      "interview_link",
    ],
  },
  job_interview_feedback_deadline: {
    subject: "Please give your feedback on {{candidate_name}} by {{feedback_deadline}}",
    body: `<p>Dear {{interviewer_name}},</p>
<p>Thank you for interviewing <strong>{{candidate_name}}</strong> for the position of <strong>{{job_name}}</strong>.</p>
<p>Please write down your impressions by <strong>{{feedback_deadline}}</strong>, while they are fresh. The hiring team decides on the basis of what you say, and the candidate is waiting for an answer.</p>
<p><a href="{{feedback_link}}">Give feedback</a></p>`,
    placeholders: [
      "interviewer_name",
      "candidate_name",
      "job_name",
      "feedback_deadline",
      "feedback_link",
    ],
  },
  job_interview_feedback_deadline_rescheduled: {
    subject: "New deadline for your feedback on {{candidate_name}}: {{feedback_deadline}}",
    body: `<p>Dear {{interviewer_name}},</p>
<p>The deadline for your feedback on <strong>{{candidate_name}}</strong> ({{job_name}}) has moved from {{previous_deadline}} to <strong>{{feedback_deadline}}</strong>.</p>
<p><a href="{{feedback_link}}">Give feedback</a></p>
<p>If you have given it already, there is nothing more to do. Thank you.</p>`,
    placeholders: [
      "interviewer_name",
      "candidate_name",
      "job_name",
      "previous_deadline",
      "feedback_deadline",
      "feedback_link",
    ],
  },
  job_interview_feedback_completed: {
    subject: "Feedback on {{candidate_name}} is complete",
    body: `<p>Dear {{recipient_name}},</p>
<p>{{interviewer_name}} has given feedback on the interview with <strong>{{candidate_name}}</strong> for the position of <strong>{{job_name}}</strong>. All feedback is in, so you can decide on the next step.</p>
<p><a href="{{feedback_link}}">Read the feedback</a></p>`,
    placeholders: [
      "recipient_name",
      "interviewer_name",
      "candidate_name",
      "job_name",
      "feedback_link",
    ],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
