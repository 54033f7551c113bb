import type { BuiltInTemplate } from "./template.ts";

/** Messages between colleagues: chat and notices. */
export const messageTemplates = {
  chat_new_message: {
    subject: "New message from {{sender_name}}",
    body: `<p>Hello {{recipient_name}},</p>
<p><strong>{{sender_name}}</strong> has sent you a message:</p>
<p><em>{{message_preview}}</em></p>
<p><a href="{{chat_link}}">Read and reply</a></p>
<p>Replies to this mail do not reach {{sender_name}}; please answer in the chat.</p>`,
    placeholders: ["recipient_name", "sender_name", "message_preview", "chat_link"],
  },
  chat_mention: {
    subject: "{{sender_name}} mentioned you in {{channel_name}}",
    body: `<p>Hello {{recipient_name}},</p>
<p><strong>{{sender_name}}</strong> mentioned you in <strong>{{channel_name}}</strong>:</p>
<p><em>{{message_preview}}</em></p>
<p><a href="{{chat_link}}">Join the conversation</a></p>`,
    placeholders: ["recipient_name", "sender_name", "channel_name", "message_preview", "chat_link"],
  },
  new_notice: {
    subject: "Notice: {{notice_title}}",
    body: `<p>Dear {{recipient_name}},</p>
<p>{{posted_by}} has posted a notice for everyone at <strong>{{company_name}}</strong>.</p>
<h3>{{notice_title}}</h3>
<p>{{notice_summary}}</p>
<p><a href="{{notice_link}}">Read the whole notice</a></p>`,
    placeholders: ["recipient_name", "posted_by", "notice_title", "notice_summary", "notice_link"],
  },
} as const satisfies Readonly<Record<string, BuiltInTemplate>>;
