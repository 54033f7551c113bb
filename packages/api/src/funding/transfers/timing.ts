import { isTransferOpen, type TransferStatus } from "./status.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Pauses between inquiries about an open transfer, in milliseconds; the last one repeats. */
const inquiryDelays = [
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
 * When to ask about a completed transfer again, in milliseconds after it completed: banks send
 * money back within days, and a notification of that can get lost.
 */
const completedInquiryAges = [hour, day, 3 * day, 8 * day, 15 * day, 30 * day];

/**
 * When to ask next; null when there is nothing left to ask. @param asks the number of inquiries
 * since the status changed.
 */
export function nextInquiry(
  status: TransferStatus,
  asks: number,
  times: { now: Date; outcomeAt: Date | null },
): Date | null {
  if (isTransferOpen(status)) {
    const pause = inquiryDelays[Math.min(asks, inquiryDelays.length - 1)] ?? day;
    return new Date(times.now.getTime() + pause);
  }
  if (status !== "COMPLETED" || times.outcomeAt === null) return null;
  const { outcomeAt, now } = times;
  const ages = completedInquiryAges.map((age) => new Date(outcomeAt.getTime() + age));
  return ages.find((moment) => moment > now) ?? null;
}

/**
 * How long to wait before a transfer is sent again, in milliseconds, when the provider says that it
 * does not know the reference. By then no request can still be on its way. The transfer is sent
 * under the same reference, which the provider pays once.
 */
export const resendAfter = 5 * minute;

/**
 * The lease, in milliseconds: how long a process may work on a transfer that it claimed before
 * another may claim it.
 */
export const claimLease = 2 * minute;

/** The time limit of a call to a provider, in milliseconds. */
export const callTimeout = 20 * second;

/** How long a transfer may stay open before an alert is logged, in milliseconds. */
export const openAlertAfter = day;
