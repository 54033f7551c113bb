import { kobo } from "@kontor/books/money";
import { paybackOf } from "@kontor/payroll/advances/plan";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { expect, test } from "vitest";

import { interestRate, maxInterestRate, terms } from "./advance-rules.ts";

test("every accepted rate is a whole number of basis points, and prints as its own text", () => {
  for (let points = 0; points <= maxInterestRate * 100; points++) {
    const rate = points / 100;
    expect(basisPointsOf(rate)).toBe(BigInt(points));
    expect(interestRate.parse(rate)).toBe(rate);
    expect(interestRate.parse(rate.toFixed(2))).toBe(rate);
  }
});

test("repaying ₦100,000 after 30 days at 12% takes ₦100,986.30", () => {
  const amount = kobo(10_000_000n);
  expect(paybackOf(amount, basisPointsOf(12), 30)).toBe(10_098_630n);
});

test.each([
  ["brackets that are never closed", "<".repeat(1_000_000)],
  ["a placeholder full of them", `{{${"<".repeat(19_000)}}}`],
  ["placeholders that are never closed", "{{ ".repeat(300_000)],
])(
  "terms of %s are refused at once",
  (_name, text) => {
    expect(terms.safeParse(text).success).toBe(false);
  },
  // The input has many brackets: one pass over the text for each of them would take minutes.
  2000,
);
