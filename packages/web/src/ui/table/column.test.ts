import { kobo } from "@kontor/books/money";
import type { Cell } from "@kontor/contract/list";
import { describe, expect, it } from "vitest";

import { hasLongAmounts } from "./column.ts";

const money = (amount: bigint): Cell => ({ kind: "money", value: kobo(amount) });
const text: Cell = { kind: "named", value: { name: "Current account at the bank", code: "01" } };
const none: Cell = { kind: "money", value: null };

/** ₦138,310,541,602,169.45 */
const trillions = 13_831_054_160_216_945n;
/** ₦999,999,999.99 */
const millions = 99_999_999_999n;

const six = (...cells: Cell[]) => [[text], ...Array.from({ length: 6 }, () => cells)];

describe("amounts are long for their table", () => {
  it("when six columns have billions or trillions, in any row", () => {
    expect(hasLongAmounts(six(money(0n), money(trillions), none))).toBe(true);
    expect(hasLongAmounts(six(money(100_000_000_000n)))).toBe(true);
    expect(hasLongAmounts(six({ kind: "net", value: kobo(-trillions) }))).toBe(true);
    expect(
      hasLongAmounts(
        six({ kind: "balance", value: { amount: kobo(trillions), side: "DR" } }).slice(0, 6),
      ),
    ).toBe(true);
  });

  it("but not up to hundreds of millions, however many columns there are", () => {
    expect(hasLongAmounts(six(money(millions)))).toBe(false);
    expect(hasLongAmounts([...six(money(millions)), ...six(money(millions))])).toBe(false);
  });

  it("nor in few columns, nor without rows or amounts", () => {
    expect(hasLongAmounts([[text], [money(trillions)], [money(trillions)]])).toBe(false);
    expect(hasLongAmounts(six())).toBe(false);
    expect(hasLongAmounts(six(none, { kind: "text", value: "x".repeat(99) }))).toBe(false);
  });
});
