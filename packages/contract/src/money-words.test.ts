import { kobo } from "@kontor/books/money";
import { expect, test } from "vitest";

import { moneyInWords } from "./money-words.ts";

test.for([
  [0n, "Zero naira"],
  [1n, "Zero naira, one kobo"],
  [100n, "One naira"],
  [1_999n, "Nineteen naira, ninety-nine kobo"],
  [11_500n, "One hundred and fifteen naira"],
  [100_500n, "One thousand and five naira"],
  [109_900n, "One thousand and ninety-nine naira"],
  [100_500_000n, "One million, five thousand naira"],
  [12_500_050n, "One hundred and twenty-five thousand naira, fifty kobo"],
  [
    123_456_700n,
    "One million, two hundred and thirty-four thousand, five hundred and sixty-seven naira",
  ],
  [500_000_000n, "Five million naira"],
  [500_000_000_000n, "Five billion naira"],
  [100_000_000_000_500n, "One trillion and five naira"],
  [100_010_000n, "One million, one hundred naira"],
  [
    9_223_372_036_854_775_807n,
    "Ninety-two quadrillion, two hundred and thirty-three trillion, seven hundred and twenty billion, three hundred and sixty-eight million, five hundred and forty-seven thousand, seven hundred and fifty-eight naira, seven kobo",
  ],
] as const)("%d kobo is %j", ([amount, words]) => {
  expect(moneyInWords(kobo(amount))).toBe(words);
});
