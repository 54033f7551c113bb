import * as fc from "fast-check";
import { expect, test } from "vitest";

import { addFigures, areAllZero, ZERO_FIGURES, trialBalance } from "./trial-balance.ts";
import type { LedgerMovement } from "./trial-balance.ts";

function ledger(
  id: number,
  opening: bigint,
  debit: bigint,
  credit: bigint,
  parentId: number | null = null,
): LedgerMovement {
  const group = { id: 1, code: "01-01", name: "Cash" };
  const code = `01-01-${id}`;
  return { id, code, name: code, accountClass: "01", group, parentId, opening, debit, credit };
}

test("a balance is on the side of its net amount, movements on both sides", () => {
  const { lines, totals } = trialBalance(
    [ledger(1, 100n, 50n, 30n), ledger(2, -100n, 30n, 50n), ledger(3, -10n, 10n, 0n)],
    "ledgers",
  );
  const [first, second, third] = lines.map(({ figures }) => figures);
  expect(first).toEqual({
    opening_debit: 100n,
    opening_credit: 0n,
    debit: 50n,
    credit: 30n,
    closing_debit: 120n,
    closing_credit: 0n,
  });
  expect(second).toMatchObject({ opening_credit: 100n, closing_debit: 0n, closing_credit: 120n });
  expect(third).toMatchObject({ opening_credit: 10n, closing_debit: 0n, closing_credit: 0n });
  expect(totals).toMatchObject({ opening_debit: 100n, opening_credit: 110n, debit: 90n });
});

test("a single kobo counts on either side", () => {
  const { lines } = trialBalance([ledger(1, 1n, 0n, 2n), ledger(2, -1n, 2n, 0n)], "ledgers");
  expect(lines.map(({ figures }) => figures)).toMatchObject([
    { opening_debit: 1n, opening_credit: 0n, closing_debit: 0n, closing_credit: 1n },
    { opening_debit: 0n, opening_credit: 1n, closing_debit: 1n, closing_credit: 0n },
  ]);
});

test("a parent nets its sub-ledgers before the side is chosen", () => {
  const ledgers = [ledger(1, 100n, 0n, 0n), ledger(2, -130n, 0n, 0n, 1)];
  expect(trialBalance(ledgers, "ledgers").totals).toMatchObject({
    closing_debit: 0n,
    closing_credit: 30n,
  });
  expect(trialBalance(ledgers, "sub_ledgers").totals).toMatchObject({
    closing_debit: 100n,
    closing_credit: 130n,
  });
});

test("both sides agree whenever the openings and the movements do", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
  const openings = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(fc.array(fc.tuple(openings, amounts, amounts), { maxLength: 20 }), (drawn) => {
      const ledgers = drawn.map(([opening, debit, credit], id) =>
        ledger(id, opening, debit, credit),
      );
      const sum = (of: (each: LedgerMovement) => bigint) =>
        ledgers.reduce((total, each) => total + of(each), 0n);
      const balancing = ledger(
        -1,
        -sum(({ opening }) => opening),
        sum(({ credit }) => credit),
        sum(({ debit }) => debit),
      );
      const { totals } = trialBalance([...ledgers, balancing], "sub_ledgers");
      expect(totals.opening_debit).toBe(totals.opening_credit);
      expect(totals.debit).toBe(totals.credit);
      expect(totals.closing_debit).toBe(totals.closing_credit);
    }),
  );
});

test("an account is empty when every figure is zero", () => {
  expect(areAllZero(ZERO_FIGURES)).toBe(true);
  expect(areAllZero(addFigures([]))).toBe(true);
  const { lines } = trialBalance([ledger(1, 0n, 5n, 5n)], "ledgers");
  expect(lines.map(({ figures }) => areAllZero(figures))).toEqual([false]);
});
