import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { date, done, idOut, money, moment, side } from "../wire.ts";

/**
 * What a notification may be about. Each says what stands in the records now: it comes with the thing that
 * failed or waits, and goes with it.
 */
export const notificationKinds = [
  /** Mails that were given up. */
  "mails_failed",
  /** The last check of the books found faults. */
  "books_faulty",
  /** A wallet is below the organization's low balance. */
  "wallet_low",
  "salary_advances",
  "payroll_runs",
  "bank_accounts",
  "reliefs",
  /** Authorities are to be paid within a week, or were to be. */
  "remittances_due",
  /** An import of the user's own was checked, or could not be. */
  "imports_checked",
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** The most characters of a mark. */
export const longestMark = 200;

const markSentence = "Send the mark that the notification has.";

/** What a notification said when it was read. */
const mark = z
  .string({ error: markSentence })
  .min(1, markSentence)
  .max(longestMark, markSentence)
  .refine((text) => !text.includes("\u0000"), markSentence);

export const notification = z.strictObject({
  kind: z.enum(notificationKinds),
  /** The organization that it is about; null of the platform itself. */
  tenant_id: idOut.nullable(),
  company_id: idOut.nullable(),
  organization: z.string().nullable(),
  /** How many things it counts. */
  count: z.int().min(1),
  /** When the latest of them happened; null where only a state is known. */
  since: moment.nullable(),
  /** Of a wallet: what is in it, on credit where it is overdrawn, and below what that counts as low. */
  balance: money.nullable(),
  balance_dc: side.nullable(),
  low_balance: money.nullable(),
  /** The day until which the first authority is to be paid. */
  due_date: date.nullable(),
  /** The one record that it is about, where it is one. */
  record_id: idOut.nullable(),
  /** Changes with what it says: a notification that was read under another mark is unread. */
  mark,
  read: z.boolean(),
});

/** The most that are listed, unread ones first. */
export const mostNotifications = 100;

export const listNotifications = endpoint({
  method: "GET",
  path: "/notifications",
  summary: "What failed or waits for the caller, unread first, then the latest first",
  access: "session",
  data: z.strictObject({ notifications: z.array(notification), unread: z.int().min(0) }),
});

export const countNotifications = endpoint({
  method: "GET",
  path: "/notifications/count",
  summary: "How many notifications the caller has not read",
  access: "session",
  data: z.strictObject({ unread: z.int().min(0) }),
});

export const readNotifications = endpoint({
  method: "PUT",
  path: "/notifications/read",
  summary: "Keep that the caller has read notifications as they stood",
  access: "session",
  body: z.strictObject({
    read: z
      .array(
        z.strictObject({
          kind: z.enum(notificationKinds, { error: "Choose a kind of notification." }),
          tenant_id: z
            .int("Give the tenant_id of the notification, or null.")
            .positive("Give the tenant_id of the notification, or null.")
            .nullable(),
          mark,
        }),
      )
      .min(1, "Name at least one notification.")
      .max(mostNotifications, `Name at most ${mostNotifications} notifications.`),
  }),
  data: done,
});
