/**
 * Programs by their distinguishing token, in this order because most also contain the tokens below
 * theirs.
 */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A readable name of a session's device and program, such as "Firefox on Windows". */
export function deviceOf(userAgent: string | null): string {
  const find = (kinds: typeof programs) =>
    kinds.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const program = find(programs);
  const system = find(systems);
  if (program === undefined) return system ?? "Unknown device";
  return system === undefined ? program : `${program} on ${system}`;
}
