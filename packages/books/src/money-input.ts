import { kobo, MAX_INTEGER_DIGITS, parseDecimal, type Kobo, type MoneyProblem } from "./money.ts";

/**
 * Reads an amount as people type it. It accepts surrounding spaces, a leading ₦ or NGN, commas
 * between groups of three digits, and a point with no digits before or after it ("₦1,250", "
 * 1,250.5 ", ".5", "20."). Other commas are refused, because "12,50" may mean twelve and a half.
 *
 * @returns the amount in kobo (`typeof result === "bigint"`), or the reason why the text is not an
 * amount.
 */
export function parseMoneyInput(text: string): Kobo | MoneyProblem {
  return parseShifted(text, 0);
}

/** How many places each suffix shifts the decimal point: 1.5k is 1,500 and 2m is two million. */
const SUFFIX_DIGITS: Readonly<Record<string, number>> = { k: 3, m: 6 };

/** One term of a sum, with or without a suffix. */
function parseTerm(text: string): Kobo | MoneyProblem {
  const match = /^(.*\d\.?)\s*([km])$/iu.exec(text.trim());
  if (match === null) return parseMoneyInput(text);
  return parseShifted(match[1] ?? "", SUFFIX_DIGITS[(match[2] ?? "").toLowerCase()] ?? 0);
}

/**
 * An amount as {@link parseMoneyInput} reads it, with its decimal point shifted to the right by
 * `digits` places.
 */
function parseShifted(text: string, digits: number): Kobo | MoneyProblem {
  const written = text.trim().replace(/^(?:₦|NGN)\s*/iu, "");
  if (written === "") return "empty";
  if (/^[+\-−]/u.test(written)) return "signed";
  const [whole = "", ...rest] = written.split(".");
  const decimals = rest[0] ?? "";
  if (rest.length > 1 || (whole === "" && decimals === "")) return "malformed";
  if (whole.includes(",") && !/^\d{1,3}(?:,\d{3})+$/.test(whole)) return "malformed";
  const naira =
    `${whole.replaceAll(",", "")}${decimals.slice(0, digits).padEnd(digits, "0")}` || "0";
  const left = decimals.slice(digits);
  return parseDecimal(left === "" ? naira : `${naira}.${left}`);
}

/**
 * Reads an amount as people type it, like {@link parseMoneyInput}, or a sum of such amounts:
 * "100+50.25", "1.5m - 20k". A negative sum is refused.
 *
 * @returns the amount in kobo, or the reason why the text is not an amount.
 */
export function parseMoneySum(text: string): Kobo | MoneyProblem {
  const [first = "", ...rest] = text.split(/(?<=[\dkm.]\s*)([+\-−])/iu);
  let total = parseTerm(first);
  for (let index = 0; index < rest.length; index += 2) {
    const term = parseTerm(rest[index + 1] ?? "");
    if (typeof total !== "bigint") return total;
    // A sign at the end means that the user has not finished typing.
    if (typeof term !== "bigint") {
      return term === "empty" || term === "signed" ? "malformed" : term;
    }
    total = kobo(rest[index] === "+" ? total + term : total - term);
  }
  if (typeof total !== "bigint") return total;
  if (total < 0n) return "signed";
  return total.toString().length > MAX_INTEGER_DIGITS + 2 ? "too_many_digits" : total;
}
