import { setTimeout } from "node:timers/promises";

/** The one source of the current time, so that a test can hold it still. */
export type Clock = {
  now(): Date;
  /** Today's business date in Africa/Lagos, `YYYY-MM-DD`. */
  today(): string;
  /** Resolves after so many milliseconds; the clock of a test does not make anybody wait. */
  sleep(milliseconds: number): Promise<void>;
};

const lagosDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos", dateStyle: "short" });

/** The business date of a moment in Africa/Lagos, `YYYY-MM-DD`. */
export function lagosDate(moment: Date): string {
  return lagosDay.format(moment);
}

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => lagosDate(new Date()),
  sleep: (milliseconds) => setTimeout(milliseconds),
};
