import { abs, kobo, printMoney, type Kobo } from "@kontor/books/money";

import { printPercentage } from "../percentage.ts";
import { EXACT_PER_KOBO, type ExactTax } from "../statutory/income-tax.ts";

/* The form of figures in the arithmetic of a payslip line. It is stored as text with the line, so it must not depend on the language or screen of the reader. */

function groupThousands(digits: string): string {
  let grouped = "";
  let end = digits.length;
  for (; end > 3; end -= 3) grouped = `,${digits.slice(end - 3, end)}${grouped}`;
  return digits.slice(0, end) + grouped;
}

/** An amount in naira: "1,250.00". */
export function printNaira(amount: Kobo): string {
  const [whole = "", decimals = ""] = printMoney(abs(amount)).split(".");
  return `${amount < 0n ? "-" : ""}${groupThousands(whole)}.${decimals}`;
}

/** An exact tax in naira, with as many decimals as it needs and at least two: "5,750.123456". */
export function printExactNaira(tax: ExactTax): string {
  const size = tax < 0n ? -tax : tax;
  const fine = (size % EXACT_PER_KOBO).toString().padStart(4, "0").replace(/0+$/, "");
  return `${tax < 0n ? "-" : ""}${printNaira(kobo(size / EXACT_PER_KOBO))}${fine}`;
}

/** Basis points as a percentage: "7.5%". */
export function printPercent(basisPoints: bigint): string {
  return `${printPercentage(basisPoints)}%`;
}
