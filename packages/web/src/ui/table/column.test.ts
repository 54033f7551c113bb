import { kobo } from "@kontor/books/money";
import type { Cell } from "@kontor/contract/list";
import { describe, expect, it } from "vitest";

import { longAmountsOf } from "./column.ts";

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
    expect(longAmountsOf(six(money(0n), money(trillions), none))).toBe("screen");
    expect(longAmountsOf(six(money(100_000_000_000n)))).toBe("screen");
    expect(longAmountsOf(six({ kind: "net", value: kobo(-trillions) }))).toBe("screen");
    expect(
      longAmountsOf(
        six({ kind: "balance", value: { amount: kobo(trillions), side: "DR" } }).slice(0, 6),
      ),
    ).toBe("screen");
  });

  it("on a tablet also when three columns have them, as a statement's", () => {
    const balance: Cell = { kind: "balance", value: { amount: kobo(trillions), side: "DR" } };
    const texts = [[text], [text], [text]];
    const statement = [...texts, [money(trillions)], [money(trillions)], [balance]];
    expect(longAmountsOf(statement)).toBe("tablet");
    expect(longAmountsOf([...texts, [money(millions)], [money(millions)]])).toBeUndefined();
  });

  it("but not up to hundreds of millions, however many columns there are", () => {
    expect(longAmountsOf(six(money(millions)))).toBeUndefined();
    expect(longAmountsOf([...six(money(millions)), ...six(money(millions))])).toBeUndefined();
  });

  it("nor in few columns, nor without rows or amounts", () => {
    expect(longAmountsOf([[text], [money(trillions)], [money(trillions)]])).toBeUndefined();
    expect(longAmountsOf(six())).toBeUndefined();
    expect(longAmountsOf(six(none, { kind: "text", value: "x".repeat(99) }))).toBeUndefined();
  });
});
