import { setTimeout } from "node:timers/promises";

/** The only source of the current time, so that a test can stop it. */
export type Clock = {
  now(): Date;
  /** Today's business date in Africa/Lagos, `YYYY-MM-DD`. */
  today(): string;
  /** Resolves after a number of milliseconds; a test's clock resolves at once. */
  sleep(milliseconds: number): Promise<void>;
};

const lagosDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos", dateStyle: "short" });

/** The business date of a moment in Africa/Lagos, `YYYY-MM-DD`. */
export function lagosDate(moment: Date): string {
  return lagosDay.format(moment);
}

const lagosTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** A moment in Lagos time, for other programs: `2026-03-10 14:05:09`. */
export function lagosTimestamp(moment: Date): string {
  return `${lagosDate(moment)} ${lagosTime.format(moment)}`;
}

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => lagosDate(new Date()),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
