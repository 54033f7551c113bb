import type { Kobo } from "@kontor/books/money";

import { capitalize } from "./words.ts";

const small = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const;

const tens = [
  "",
  "",
  "twenty",
  "thirty",
  "forty",
  "fifty",
  "sixty",
  "seventy",
  "eighty",
  "ninety",
] as const;

/** Names of the groups of three digits, up to the largest sums of the books. */
const scales = ["", " thousand", " million", " billion", " trillion", " quadrillion"] as const;

/**
 * An amount in words, as on a cheque: "One hundred and twenty-five thousand naira, fifty kobo".
 * Words reveal a surplus zero that is easily missed in figures.
 *
 * @param amount in kobo, not negative.
 */
export function moneyInWords(amount: Kobo): string {
  const naira = amount / 100n;
  const kobo = Number(amount % 100n);
  const words = `${wholeInWords(naira)} naira${kobo === 0 ? "" : `, ${underThousand(kobo)} kobo`}`;
  return capitalize(words);
}

function wholeInWords(number: bigint): string {
  if (number === 0n) return "zero";
  const parts: string[] = [];
  let rest = number;
  for (const scale of scales) {
    const group = Number(rest % 1000n);
    rest /= 1000n;
    if (group === 0) continue;
    // "One million and five", but "one million, one hundred and five".
    const joins = scale === "" && group < 100 && rest > 0n;
    parts.unshift(`${joins ? "and " : ""}${underThousand(group)}${scale}`);
  }
  return parts.join(", ").replace(", and ", " and ");
}

function underThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return underHundred(rest);
  const name = `${small[hundreds]} hundred`;
  return rest === 0 ? name : `${name} and ${underHundred(rest)}`;
}

function underHundred(number: number): string {
  if (number < 20) return small[number] ?? "";
  const unit = number % 10;
  return `${tens[Math.floor(number / 10)]}${unit === 0 ? "" : `-${small[unit]}`}`;
}
