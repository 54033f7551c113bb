import { lazily } from "@kontor/contract/lazily";

const lagosDay = lazily(
  () =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone: "Africa/Lagos",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }),
);

/**
 * The current time. This is the only place in the web app that reads the clock, so that tests can
 * set it.
 */
export function now(): Date {
  return new Date();
}

/** The business date of a moment in Africa/Lagos, `YYYY-MM-DD`. */
export function lagosDate(moment: Date): string {
  return lagosDay().format(moment);
}

/** Today's business date in Africa/Lagos, `YYYY-MM-DD`, whatever the browser's time zone is. */
export function today(): string {
  return lagosDate(now());
}
