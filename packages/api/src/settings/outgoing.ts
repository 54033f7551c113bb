import type { DataOf } from "@kontor/contract/endpoint";
import type { getOutgoing } from "@kontor/contract/settings/outgoing";

import { openTransferTotals } from "../funding/transfers/find.ts";
import { audit } from "../platform/audit.ts";
import { outgoingHold, releaseOutgoing } from "../platform/configuration/outgoing.ts";
import { mailBacklog } from "../platform/mail/outbox.ts";
import { setAllTenantsReadable, type Context } from "../platform/scope.ts";
import { sendNoticeToAdministrators } from "../session/security-notice.ts";

type Outgoing = DataOf<typeof getOutgoing>;

/** Whether emails and transfers are on hold, and what waits to leave. */
export async function outgoingState({ tx }: Pick<Context, "tx">): Promise<Outgoing> {
  await setAllTenantsReadable(tx);
  const mails = await mailBacklog(tx);
  const transfers = await openTransferTotals(tx);
  return {
    hold: await outgoingHold(tx),
    waiting_mails: mails.count,
    waiting_transfers: transfers.count,
    waiting_amount: transfers.amount,
  };
}

/**
 * Releases emails and transfers: those that wait leave within a minute, and every administrator is
 * notified. Does nothing when they are not on hold.
 */
export async function releaseAndNotify(context: Context): Promise<Outgoing> {
  const { hold, ...waited } = await outgoingState(context);
  if (hold !== null && (await releaseOutgoing(context.tx))) {
    const { waiting_mails: mails, waiting_transfers: transfers } = waited;
    await audit(context, null, "outgoing.released", "platform", {
      hold_reason: hold.reason,
      mails,
      transfers,
    });
    await sendNoticeToAdministrators(context, null, "Emails and transfers were released");
  }
  return outgoingState(context);
}
