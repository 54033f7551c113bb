import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { describeList } from "../list.ts";
import { id, idOut } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";

/** `DISCARDED`: an administrator decided that it is not sent. */
export const mailStatuses = ["WAITING", "SENT", "FAILED", "DISCARDED"] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail that was not sent can be discarded, and one that failed is no longer reported then. */
export const discardableStatuses = ["WAITING", "FAILED"] as const satisfies readonly MailStatus[];

const mailFields = {
  id: idOut,
  label: z.string(),
  /** Title of the label. */
  title: z.string(),
  tenant_id: idOut.nullable(),
  /** Null for the platform's own mails. */
  organization_name: z.string().nullable(),
  to_name: z.string(),
  to_email: z.string(),
  /** The kind of the mail instead of its subject when the mail is confidential to its receiver. */
  subject: z.string(),
  status: z.enum(mailStatuses),
  tries: z.int(),
  /** When a waiting mail is tried next; null for other mails. */
  next_try_at: moment.nullable(),
  last_error: z.string().nullable(),
  created_at: moment,
  sent_at: moment.nullable(),
  /** Whether the mail can be retried: it was not sent and is not too old. */
  can_retry: z.boolean(),
  /** Whether the mail can be discarded: it waits or failed. */
  can_discard: z.boolean(),
};

export const mailListItem = z.strictObject(mailFields);

export const mailDetail = z.strictObject({
  ...mailFields,
  /** A complete document for a sandboxed frame; null when withheld or erased. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Whether the content is confidential to the receiver. */
  withheld: z.boolean(),
});

export const mailSorts = ["date", "subject", "to", "status"] as const;

/** The mails of the outbox. */
export const mailsList = describeList<z.output<typeof mailListItem>>()({
  label: "Mails",
  columns: {
    subject: {
      header: "Mail",
      kind: "text",
      wrap: true,
      value: (row) => row.subject,
      phone: "what",
    },
    to: { header: "To", kind: "text", wrap: true, value: (row) => row.to_name },
    date: { header: "Written", kind: "moment", value: (row) => row.created_at, phone: "detail" },
    status: { header: "Status", kind: "status", value: (row) => row.status, phone: "end" },
  },
  sorts: mailSorts,
});

export const listMails = endpoint({
  method: "GET",
  path: "/settings/mails",
  summary: "Emails sent, waiting, failed and discarded, newest first, with the number of each",
  access: "settings.read",
  query: z.strictObject({
    status: z
      .enum(mailStatuses, { error: "Choose WAITING, SENT, FAILED or DISCARDED." })
      .optional(),
    search,
    sort: sortBy(mailSorts),
    ...pageQuery(10),
  }),
  data: z.strictObject({
    rows: z.array(mailListItem),
    counts: z.strictObject({
      WAITING: z.int(),
      SENT: z.int(),
      FAILED: z.int(),
      DISCARDED: z.int(),
    }),
    /** The newest mail that matches the search, in any status; null when there is none. */
    newest_id: idOut.nullable(),
  }),
  paged: true,
});

const mailParams = z.strictObject({ id });

export const getMail = endpoint({
  method: "GET",
  path: "/settings/mails/{id}",
  summary: "One email with its content",
  access: "settings.read",
  params: mailParams,
  data: mailDetail,
});

export const retryMail = endpoint({
  method: "POST",
  path: "/settings/mails/{id}/retry",
  summary: "Send a waiting, failed or discarded email now",
  access: "settings.write",
  params: mailParams,
  data: mailListItem,
});

export const discardMail = endpoint({
  method: "POST",
  path: "/settings/mails/{id}/discard",
  summary: "Discard a waiting or failed email, which is not sent unless it is retried",
  access: "settings.write",
  params: mailParams,
  data: mailListItem,
});

export const discardMails = endpoint({
  method: "POST",
  path: "/settings/mails/discard",
  summary: "Discard all waiting or all failed emails up to one, or those that match a search",
  access: "settings.write",
  body: z.strictObject({
    status: z.enum(discardableStatuses, { error: "Choose WAITING or FAILED." }),
    search,
    /** `newest_id` of the list that was shown, so that later emails are kept. */
    newest_id: id,
  }),
  data: z.strictObject({ discarded: z.int().min(0) }),
});
