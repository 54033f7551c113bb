const lagosDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Africa/Lagos",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** This moment. The only place of the web app that reads the clock, so that tests can set it. */
export function now(): Date {
  return new Date();
}

/** Today's business date in Africa/Lagos, `YYYY-MM-DD`, wherever the browser is. */
export function today(): string {
  return lagosDay.format(now());
}

/** The same day one month before a date, or that month's last day when it is shorter. */
export function monthBefore(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(day, lastDay))).toISOString().slice(0, 10);
}
