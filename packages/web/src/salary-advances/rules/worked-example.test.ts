import { kobo } from "@kontor/books/money";
import { expect, it } from "vitest";

import { limitSentence, workedExample } from "./worked-example.tsx";

it.each([
  [100_000_00n, 30, 12, "₦100,000 for 30 days at 12% → ₦100,986.30"],
  [100_000_00n, 30, 0, "₦100,000 for 30 days at 0% → ₦100,000"],
  [100_000_00n, 1, 0.01, "₦100,000 for 1 day at 0.01% → ₦100,000.03"],
  [2_500_50n, 365, 12.5, "₦2,500.50 for 365 days at 12.5% → ₦2,813.06"],
  [100_000_00n, 0, 100, "₦100,000 for 0 days at 100% → ₦100,000"],
])("%d kobo for %d days at %d %%", (amount, days, rate, sentence) => {
  expect(workedExample(kobo(amount), days, rate)).toBe(sentence);
});

it("states what the percentage allows", () => {
  expect(limitSentence(50)).toBe(
    "An employee with ₦200,000 monthly gross can have up to ₦100,000.",
  );
});
