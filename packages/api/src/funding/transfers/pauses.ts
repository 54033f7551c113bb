import { isOpen, type TransferStatus } from "./status.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Pauses between questions about an open transfer, in milliseconds; the last one is repeated. */
const openPauses = [
  second,
  2 * second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  4 * hour,
  12 * hour,
  day,
];

/**
 * When a completed transfer is asked about again, in milliseconds after it completed: banks send
 * money back within days, and the notice of it can get lost.
 */
const lookBacks = [hour, day, 3 * day, 8 * day, 15 * day, 30 * day];

/** When to ask next; null when there is nothing left to ask. @param asks how often since the status changed. */
export function nextInquiry(
  status: TransferStatus,
  asks: number,
  times: { now: Date; outcomeAt: Date | null },
): Date | null {
  if (isOpen(status)) {
    const pause = openPauses[Math.min(asks, openPauses.length - 1)] ?? day;
    return new Date(times.now.getTime() + pause);
  }
  if (status !== "COMPLETED" || times.outcomeAt === null) return null;
  const { outcomeAt, now } = times;
  const ages = lookBacks.map((age) => new Date(outcomeAt.getTime() + age));
  return ages.find((moment) => moment > now) ?? null;
}

/**
 * How long after it was sent a transfer is sent again, in milliseconds, when the provider says that it knows
 * no such reference: by then no request can be on its way any more. It goes under the same reference, which
 * the provider pays once.
 */
export const sendAgainAfter = 5 * minute;

/**
 * The lease: how long a process has for what it took, in milliseconds, before another may take it.
 */
export const lease = 2 * minute;

/** Time limit of one call to a provider, in milliseconds. */
export const callLimit = 20 * second;

/** How long a transfer may stay open before an alert is logged, in milliseconds. */
export const openTooLong = day;
