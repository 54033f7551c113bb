declare const koboBrand: unique symbol;

/**
 * An amount of money in kobo (1 naira = 100 kobo), kept as a whole number so that no sum ever
 * loses a kobo, and within 64 bits, so that PostgreSQL's bigint can store it. The amounts of
 * postings are positive and keep their side (DR, CR) beside them; only nets may be negative.
 */
export type Kobo = bigint & { readonly [koboBrand]: true };

/**
 * Why a text is no amount of money. When several reasons apply, the first of this list is given:
 * - `empty`: nothing was written.
 * - `signed`: a plus or minus where only an unsigned amount is allowed.
 * - `malformed`: not a plain decimal number (exponents, inner spaces, misplaced commas, letters).
 * - `too_many_decimals`: finer than a kobo.
 * - `too_many_digits`: more than 15 digits before the point.
 */
export type MoneyProblem =
  | "empty"
  | "signed"
  | "malformed"
  | "too_many_decimals"
  | "too_many_digits";

/** The most digits that a written amount may have before its point. */
export const MAX_INTEGER_DIGITS = 15;

function isStorable(amount: bigint): amount is Kobo {
  return BigInt.asIntN(64, amount) === amount;
}

/**
 * Takes a whole number of kobo as money.
 *
 * @throws RangeError when it needs more than 64 bits, which no sum of real amounts comes near.
 */
export function kobo(amount: bigint): Kobo {
  if (!isStorable(amount)) throw new RangeError("The amount is larger than the books can hold.");
  return amount;
}

/**
 * A sum that is shown and never stored, such as of all ledgers of a group, which may need more than
 * 64 bits: posting the largest amounts over and over must not make a list unreadable.
 */
export function shownSum(whole: bigint): Kobo {
  return whole as Kobo;
}

/** No money at all. */
export const ZERO: Kobo = kobo(0n);

/**
 * The largest amount that one posting may carry, in kobo: ₦10,000,000,000,000.00 (ten trillion).
 * PostgreSQL's bigint holds 9,223 postings of this size in one sum, so that stored balances and day
 * totals stay far from its limit while no real amount is refused.
 */
export const MAX_AMOUNT: Kobo = kobo(1_000_000_000_000_000n);

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

function readDecimal(text: string): Kobo | MoneyProblem {
  const match = DECIMAL.exec(text);
  if (match === null) return "malformed";
  const naira = match[1] ?? "";
  const decimals = match[2] ?? "";
  if (decimals.length > 2) return "too_many_decimals";
  if (naira.length > MAX_INTEGER_DIGITS) return "too_many_digits";
  return kobo(BigInt(naira + decimals.padEnd(2, "0")));
}

/**
 * Reads an amount in the wire form: digits, then at most two decimals after a point ("1250.00").
 * Nothing else is let through: no sign, spaces, commas, currency or exponent.
 *
 * @returns the amount in kobo (`typeof result === "bigint"`), or the reason why there is none.
 */
export function parseMoney(text: string): Kobo | MoneyProblem {
  if (text === "") return "empty";
  if (/^[+-]/.test(text)) return "signed";
  return readDecimal(text);
}

/** The most digits before the point that a sum may have. */
const MAX_TOTAL_DIGITS = 40;

/**
 * Reads a sum in the wire form, as {@link printMoney} wrote it. It may be longer than any amount
 * that users enter.
 *
 * @returns the sum in kobo, or the reason why there is none.
 */
export function parseTotal(text: string): Kobo | MoneyProblem {
  const parsed = parseMoney(text);
  if (parsed !== "too_many_digits" || text.length > MAX_TOTAL_DIGITS) return parsed;
  const [naira = "", decimals = ""] = text.split(".");
  return shownSum(BigInt(naira + decimals.padEnd(2, "0")));
}

/**
 * Reads an amount as people type it: surrounding spaces, a leading ₦ or NGN, commas between groups
 * of three digits, and a point with nothing before or after it are accepted ("₦1,250", " 1,250.5 ",
 * ".5", "20."). Commas elsewhere are refused, because "12,50" may mean twelve and a half.
 *
 * @returns the amount in kobo (`typeof result === "bigint"`), or the reason why there is none.
 */
export function parseMoneyInput(text: string): Kobo | MoneyProblem {
  return readShifted(text, 0);
}

/** Digits after the point that each suffix moves before it: 1.5k is 1,500 and 2m two million. */
const SUFFIX_DIGITS: Readonly<Record<string, number>> = { k: 3, m: 6 };

/** One amount of a sum, with or without its suffix. */
function parseTerm(text: string): Kobo | MoneyProblem {
  const match = /^(.*\d\.?)\s*([km])$/iu.exec(text.trim());
  if (match === null) return parseMoneyInput(text);
  return readShifted(match[1] ?? "", SUFFIX_DIGITS[(match[2] ?? "").toLowerCase()] ?? 0);
}

/** An amount as {@link parseMoneyInput} takes it, whose point moves by so many digits to the right. */
function readShifted(text: string, digits: number): Kobo | MoneyProblem {
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
  return readDecimal(left === "" ? naira : `${naira}.${left}`);
}

/**
 * Reads an amount as people type it, like {@link parseMoneyInput}, or a sum of such amounts: "100+50.25",
 * "1.5m - 20k". A sum below zero is no amount.
 *
 * @returns the amount in kobo, or the reason why there is none.
 */
export function parseMoneySum(text: string): Kobo | MoneyProblem {
  const [first = "", ...rest] = text.split(/(?<=[\dkm.]\s*)([+\-−])/iu);
  let total = parseTerm(first);
  for (let index = 0; index < rest.length; index += 2) {
    const term = parseTerm(rest[index + 1] ?? "");
    if (typeof total !== "bigint") return total;
    // A sign at the end means that the input is unfinished.
    if (typeof term !== "bigint") {
      return term === "empty" || term === "signed" ? "malformed" : term;
    }
    total = kobo(rest[index] === "+" ? total + term : total - term);
  }
  if (typeof total !== "bigint") return total;
  if (total < 0n) return "signed";
  return total.toString().length > MAX_INTEGER_DIGITS + 2 ? "too_many_digits" : total;
}

/** Writes money in the wire form with exactly two decimals: "1250.00", and "-0.05" for a net. */
export function printMoney(amount: Kobo): string {
  if (amount === 0n) return "0.00";
  const digits = abs(amount).toString().padStart(3, "0");
  const sign = amount < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds amounts up; nothing adds up to {@link ZERO}. */
export function sum(amounts: Iterable<Kobo>): Kobo {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return kobo(total);
}

/**
 * Orders two amounts for `sort`: negative when `a` is smaller, zero when they are equal.
 */
export function compare(a: Kobo, b: Kobo): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The size of an amount, without its sign. */
export function abs(amount: Kobo): Kobo {
  return amount < 0n ? kobo(0n - amount) : amount;
}

/**
 * amount × numerator ÷ denominator, rounded half-up to the kobo: half a kobo or more goes up. A
 * negative result is rounded by its absolute value, so that a refund mirrors its charge exactly.
 *
 * @throws RangeError when the denominator is not positive or the result is too large for money.
 */
export function mulDivHalfUp(amount: Kobo, numerator: bigint, denominator: bigint): Kobo {
  if (denominator <= 0n) throw new RangeError("The denominator must be positive.");
  const product = amount * numerator;
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return kobo(product < 0n ? -rounded : rounded);
}

/**
 * Simple interest for a span of days: amount × rate % × days ÷ 365, half-up to the kobo. The year
 * always has 365 days, leap years too, so that equal spans cost the same whenever they begin.
 * ₦100,000.00 at 12 % for 30 days brings ₦986.30.
 *
 * @param amount the amount lent, in kobo.
 * @param basisPoints the yearly rate in hundredths of a percent: 1200n is 12 %.
 * @param days whole days from lending to the due date.
 * @throws RangeError when the rate is negative or the days are not a whole number from zero.
 */
export function simpleInterest(amount: Kobo, basisPoints: bigint, days: number): Kobo {
  if (basisPoints < 0n) throw new RangeError("The rate must not be negative.");
  if (!Number.isSafeInteger(days) || days < 0) {
    throw new RangeError("The days must be a whole number from zero.");
  }
  return mulDivHalfUp(amount, basisPoints * BigInt(days), 10_000n * 365n);
}
