import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { date } from "../wire/dates.ts";
import { idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { money, side } from "../wire/money.ts";

/**
 * The kinds of notifications. A notification reflects the current records: it exists exactly while
 * its cause does.
 */
export const notificationKinds = [
  /** Mails that failed permanently. */
  "mails_failed",
  /** Backups of the platform have failed since the last successful one. */
  "backup_failed",
  /** The last backup of the platform is more than 26 hours old. */
  "backup_late",
  /** The last check of the books found faults. */
  "books_faulty",
  /** A wallet is below the organization's low balance. */
  "wallet_low",
  "salary_advances",
  "payroll_runs",
  "bank_accounts",
  "reliefs",
  /** Payments to authorities are due within a week, or overdue. */
  "remittances_due",
  /** An import by the user was checked, or could not be. */
  "imports_checked",
] as const;

export type NotificationKind = (typeof notificationKinds)[number];

/** The maximum length of a mark: some two hundred items, each in a word. */
export const maxMarkLength = 2000;

const markSentence = "Send the mark that the notification has.";

/** Identifies the state of a notification at the time it was read. */
const mark = z
  .string({ error: markSentence })
  .min(1, markSentence)
  .max(maxMarkLength, markSentence)
  .refine((text) => !text.includes("\u0000"), markSentence);

export const notification = z.strictObject({
  kind: z.enum(notificationKinds),
  /** Its organization; null for the platform itself. */
  tenant_id: idOut.nullable(),
  company_id: idOut.nullable(),
  organization: z.string().nullable(),
  /** The number of items that it counts. */
  count: z.int().min(1),
  /** When the latest of them happened; null when only a state is known. */
  since: moment.nullable(),
  /** For a wallet: its balance, on credit when overdrawn, and the limit below which it is low. */
  balance: money.nullable(),
  balance_dc: side.nullable(),
  low_balance: money.nullable(),
  /** The earliest due date. */
  due_date: date.nullable(),
  /** Its record, when there is exactly one. */
  record_id: idOut.nullable(),
  /** Changes with its content: a notification that was read with another mark is unread. */
  mark,
  read: z.boolean(),
});

/** The maximum number of listed notifications, unread ones first. */
export const maxNotifications = 100;

export const listNotifications = endpoint({
  method: "GET",
  path: "/notifications",
  summary: "Failures and tasks for the caller, unread first, then newest first",
  access: "session",
  data: z.strictObject({ notifications: z.array(notification), unread: z.int().min(0) }),
});

export const countNotifications = endpoint({
  method: "GET",
  path: "/notifications/count",
  summary: "The number of unread notifications of the caller",
  access: "session",
  data: z.strictObject({ unread: z.int().min(0) }),
});

export const readNotifications = endpoint({
  method: "PUT",
  path: "/notifications/read",
  summary: "Mark notifications as read",
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
      .max(maxNotifications, `Name at most ${maxNotifications} notifications.`),
  }),
  data: done,
});
