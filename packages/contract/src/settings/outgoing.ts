import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { formatCounted, formatMoney } from "../format.ts";
import { currentPassword } from "../session/password-fields.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";

export const holdReasons = ["RESTORED", "COPIED", "STOPPED"] as const;

/** Whether emails and transfers may leave, and what waits to leave. */
export const outgoing = z.strictObject({
  /** Null while everything may leave. */
  hold: z
    .strictObject({
      /** Restored by the command, copied by other means, or stopped by an operator. */
      reason: z.enum(holdReasons),
      /** Null for a copy, whose time is not known. */
      since: moment.nullable(),
    })
    .nullable(),
  waiting_mails: z.int().min(0),
  /** Transfers to be sent, and sent ones whose outcome is not known yet. */
  waiting_transfers: z.int().min(0),
  /** The amount of these transfers. */
  waiting_amount: money,
});

/** What waits to leave: "1 email, and 12 transfers of ₦480,000.00 in total". */
export function waitingText({
  waiting_mails,
  waiting_transfers,
  waiting_amount,
}: Omit<z.output<typeof outgoing>, "hold">): string {
  const mails = formatCounted(waiting_mails, "email");
  if (waiting_transfers === 0) return `${mails} and no transfers`;
  const transfers = formatCounted(waiting_transfers, "transfer");
  return `${mails}, and ${transfers} of ${formatMoney(waiting_amount)} in total`;
}

export const getOutgoing = endpoint({
  method: "GET",
  path: "/settings/outgoing",
  summary: "Whether emails and transfers are on hold, and what waits",
  access: "settings.read",
  data: outgoing,
});

export const releaseOutgoingBody = z.strictObject({ password: currentPassword });

export const releaseOutgoing = endpoint({
  method: "POST",
  path: "/settings/outgoing/release",
  summary: "Release emails and transfers that are on hold; requires the password again",
  access: "settings.write",
  body: releaseOutgoingBody,
  data: outgoing,
});
