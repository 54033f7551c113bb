import type { BuiltInTemplate } from "./template.ts";

/** Offers and applications. */
export const hiringTemplates = {
  job_offer: {
    subject: "Your offer from {{company_name}}: {{job_name}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>Congratulations! We are delighted to offer you the position of <strong>{{job_name}}</strong> at {{company_name}}.</p>
<p>Your offer letter sets out the terms, from your pay to your first day on <strong>{{start_date}}</strong>. Please read it and let us have your answer by <strong>{{offer_deadline}}</strong>.</p>
<p><a href="{{offer_link}}">Read your offer and answer</a></p>
<p>If you have any questions first, write to {{support_email}}. We would love to have you with us.</p>`,
    placeholders: ["candidate_name", "job_name", "start_date", "offer_deadline", "offer_link"],
  },
  updated_job_offer: {
    subject: "Your offer from {{company_name}} has been updated: {{job_name}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>We have updated our offer to you for the position of <strong>{{job_name}}</strong>. The new letter takes the place of the earlier one.</p>
<p>Please read it again before you answer, which you can do until <strong>{{offer_deadline}}</strong>. The start date in it is <strong>{{start_date}}</strong>.</p>
<p><a href="{{offer_link}}">Read the updated offer</a></p>
<p>If anything is unclear, write to {{support_email}} and we will explain what has changed.</p>`,
    placeholders: ["candidate_name", "job_name", "start_date", "offer_deadline", "offer_link"],
  },
  job_application_submitted: {
    subject: "We have your application: {{job_name}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>Thank you for applying to <strong>{{company_name}}</strong> as <strong>{{job_name}}</strong>. Your application has arrived.</p>
<p>We read every application with care. As soon as we have looked at yours, we will tell you how it goes on.</p>
<p><a href="{{application_link}}">See your application</a></p>`,
    placeholders: ["candidate_name", "job_name", "application_link"],
  },
  job_application_verified: {
    subject: "Your application for {{job_name}} has been verified",
    body: `<p>Dear {{candidate_name}},</p>
<p>We have checked the details of your application as <strong>{{job_name}}</strong>, and everything is in order.</p>
<p>It is now with the hiring team, who will contact you about the next step.</p>
<p><a href="{{application_link}}">See your application</a></p>`,
    placeholders: ["candidate_name", "job_name", "application_link"],
  },
  job_application_updated: {
    subject: "Your application for {{job_name}} has been updated",
    body: `<p>Dear {{candidate_name}},</p>
<p>Your application as <strong>{{job_name}}</strong> at {{company_name}} has been updated. You will find the latest version and where it stands on your application page.</p>
<p><a href="{{application_link}}">See your application</a></p>
<p>If you did not make or expect this change, please write to {{support_email}}.</p>`,
    placeholders: ["candidate_name", "job_name", "application_link"],
  },
  job_application_rejected: {
    subject: "Your application as {{job_name}}",
    body: `<p>Dear {{candidate_name}},</p>
<p>Thank you for your interest in <strong>{{company_name}}</strong> and for the time you put into your application as {{job_name}}.</p>
<p>We have considered it carefully and have decided to go on with other candidates. This was not an easy choice, and it says nothing against your abilities.</p>
<p>We would be glad to hear from you again when another of our positions suits you, and wish you every success.</p>
<p>With kind regards,<br />{{company_name}}</p>`,
    placeholders: ["candidate_name", "job_name"],
  },
  job_application_archived: {
    subject: "Your application as {{job_name}} has been archived",
    body: `<p>Dear {{candidate_name}},</p>
<p>Our search for the position of <strong>{{job_name}}</strong> at {{company_name}} has ended, so we have archived your application.</p>
<p>You need not do anything. Should a position open that suits your profile, we may come back to you, and you are welcome to apply again at any time.</p>
<p>If you would rather have your details removed, write to {{support_email}}.</p>
<p>With kind regards,<br />{{company_name}}</p>`,
    placeholders: ["candidate_name", "job_name"],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
