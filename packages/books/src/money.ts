declare const koboBrand: unique symbol;

/**
 * An amount of money in kobo (1 naira = 100 kobo). It is an integer, so that sums are exact, and
 * within 64 bits, so that PostgreSQL's bigint can store it. The amounts of postings are positive
 * and have their side (DR, CR) beside them; only net amounts may be negative.
 */
export type Kobo = bigint & { readonly [koboBrand]: true };

/**
 * Why a text is not an amount of money. When several reasons apply, the first of this list is
 * given:
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

/** The maximum number of digits before the point of a written amount. */
export const MAX_INTEGER_DIGITS = 15;

function isStorable(amount: bigint): amount is Kobo {
  return BigInt.asIntN(64, amount) === amount;
}

/**
 * Converts an integer number of kobo to money.
 *
 * @throws RangeError when it needs more than 64 bits; sums of real amounts are far smaller.
 */
export function kobo(amount: bigint): Kobo {
  if (!isStorable(amount)) throw new RangeError("The amount is larger than the books can hold.");
  return amount;
}

/**
 * A sum that is displayed but never stored, such as of all ledgers of a group. It may need more
 * than 64 bits: posting the largest amount many times must not make a list unreadable.
 */
export function displayKobo(whole: bigint): Kobo {
  return whole as Kobo;
}

/** No money at all. */
export const ZERO: Kobo = kobo(0n);

/**
 * The largest amount of one posting, in kobo: ₦10,000,000,000,000.00 (ten trillion). A sum of 9,223
 * postings of this size fits into PostgreSQL's bigint, so stored balances and day totals stay far
 * from its limit, and no real amount is refused.
 */
export const MAX_AMOUNT: Kobo = kobo(1_000_000_000_000_000n);

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** Reads a plain decimal number without a sign. */
export function parseDecimal(text: string): Kobo | MoneyProblem {
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
 * Anything else is refused: sign, spaces, commas, currency or exponent.
 *
 * @returns the amount in kobo (`typeof result === "bigint"`), or the reason why the text is not an
 * amount.
 */
export function parseMoney(text: string): Kobo | MoneyProblem {
  if (text === "") return "empty";
  if (/^[+-]/.test(text)) return "signed";
  return parseDecimal(text);
}

/** The maximum length of the text of a sum, in characters. */
const MAX_TOTAL_LENGTH = 40;

/**
 * Reads a sum in the wire form, as {@link printMoney} wrote it. It may be longer than any amount
 * that users may enter.
 *
 * @returns the sum in kobo, or the reason why the text is not a sum.
 */
export function parseTotal(text: string): Kobo | MoneyProblem {
  const parsed = parseMoney(text);
  if (parsed !== "too_many_digits" || text.length > MAX_TOTAL_LENGTH) return parsed;
  const [naira = "", decimals = ""] = text.split(".");
  return displayKobo(BigInt(naira + decimals.padEnd(2, "0")));
}

/**
 * Writes money in the wire form with exactly two decimals: "1250.00", and "-0.05" for a negative
 * net amount.
 */
export function printMoney(amount: Kobo): string {
  if (amount === 0n) return "0.00";
  const digits = abs(amount).toString().padStart(3, "0");
  const sign = amount < 0n ? "-" : "";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds amounts up; the sum of none is {@link ZERO}. */
export function sum(amounts: Iterable<Kobo>): Kobo {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return kobo(total);
}

/**
 * Orders two amounts for `sort`: negative when `a` is smaller, zero when they are equal.
 */
export function compareAmounts(a: Kobo, b: Kobo): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** The smaller of two amounts. */
export function smaller<Amount extends bigint>(a: Amount, b: Amount): Amount {
  return a < b ? a : b;
}

/** The larger of two amounts. */
export function larger<Amount extends bigint>(a: Amount, b: Amount): Amount {
  return a < b ? b : a;
}

/** The absolute value of an amount. */
export function abs(amount: Kobo): Kobo {
  return amount < 0n ? kobo(0n - amount) : amount;
}

/**
 * amount × numerator ÷ denominator, rounded half-up to the kobo: half a kobo or more goes up. A
 * negative result is rounded by its absolute value, so that a refund is exactly the opposite of its
 * charge.
 *
 * @throws RangeError when the denominator is not positive or the result does not fit into 64 bits.
 */
export function mulDivHalfUp(amount: Kobo, numerator: bigint, denominator: bigint): Kobo {
  if (denominator <= 0n) throw new RangeError("The denominator must be positive.");
  const product = amount * numerator;
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return kobo(product < 0n ? -rounded : rounded);
}

/**
 * Simple interest for a number of days: amount × rate % × days ÷ 365, half-up to the kobo. The year
 * always has 365 days, also in leap years, so that equal spans cost the same whenever they begin.
 * ₦100,000.00 at 12% for 30 days costs ₦986.30.
 *
 * @param amount the amount lent, in kobo.
 * @param basisPoints the yearly rate in hundredths of a percent: 1200n is 12%.
 * @param days whole days from lending to the due date.
 * @throws RangeError when the rate is negative or `days` is not a non-negative integer.
 */
export function simpleInterest(amount: Kobo, basisPoints: bigint, days: number): Kobo {
  if (basisPoints < 0n) throw new RangeError("The rate must not be negative.");
  if (!Number.isSafeInteger(days) || days < 0) {
    throw new RangeError("The days must be a whole number from zero.");
  }
  return mulDivHalfUp(amount, basisPoints * BigInt(days), 10_000n * 365n);
}
