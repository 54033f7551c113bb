/**
 * Parses a typed time of day: "17:00", "1700", "17", "5pm" or "5:30 pm".
 *
 * @returns `HH:MM` in 24 hours; null when the text is not such a time.
 */
export function parseTimeInput(typed: string): string | null {
  const parts = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(am|pm)?$/u.exec(typed.trim().toLowerCase());
  if (parts === null) return null;
  const [, first = "", minute = "00", half] = parts;
  const hour = Number(first);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const ofDay = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
  if (ofDay > 23 || Number(minute) > 59) return null;
  return `${String(ofDay).padStart(2, "0")}:${minute}`;
}
