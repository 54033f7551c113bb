import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ACCOUNT_CLASSES, type AccountClass } from "./account-code.ts";
import type { AccountDetail } from "./account-totals.ts";
import {
  balanceSheet,
  changeInBasisPoints,
  profitAndLoss,
  type LedgerFigure,
  type StatementLine,
} from "./financial-statement.ts";

/** A ledger in the only group of its class; `parentId` makes it a sub-ledger. */
function ledger(
  id: number,
  accountClass: AccountClass,
  amount: bigint,
  { compared = null, parentId = null }: { compared?: bigint | null; parentId?: number | null } = {},
): LedgerFigure {
  const group = { id: Number(accountClass), code: `${accountClass}-01`, name: accountClass };
  const code = `${accountClass}-01-${id}`;
  return { id, code, name: code, accountClass, group, parentId, amount, compared };
}

/** The kind, class and amounts of the lines that are not accounts. */
function heads(lines: readonly StatementLine[]) {
  return lines
    .filter(({ account }) => account === null)
    .map(({ kind, accountClass, amount, compared }) => [kind, accountClass, amount, compared]);
}

describe("profit and loss", () => {
  test("shows incomes, expenses and a profit as positive amounts", () => {
    const lines = profitAndLoss(
      [
        ledger(1, "01", 700n),
        ledger(2, "03", -1000n, { compared: -400n }),
        ledger(3, "04", 300n, { compared: 500n }),
      ],
      "ledgers",
    );
    expect(heads(lines)).toEqual([
      ["section", "03", 1000n, 400n],
      ["section", "04", 300n, 500n],
      ["result", null, 700n, -100n],
    ]);
  });

  test("leaves out accounts without a figure, and compares a missing one as zero", () => {
    const lines = profitAndLoss(
      [
        ledger(1, "03", 0n, { compared: 0n }),
        ledger(2, "03", 0n, { compared: -5n }),
        ledger(3, "04", 7n),
      ],
      "ledgers",
    );
    expect(lines.flatMap(({ account }) => account?.id ?? [])).toEqual([2, 3]);
    expect(lines.at(-1)).toMatchObject({ kind: "result", amount: -7n, compared: 5n });
  });

  test("adds sub-ledgers up in their parent, in their group, or shows them separately", () => {
    const ledgers = [ledger(1, "03", -100n), ledger(2, "03", -20n, { parentId: 1 })];
    const accounts = (detail: AccountDetail) =>
      profitAndLoss(ledgers, detail)
        .filter(({ account }) => account !== null)
        .map(({ kind, amount }) => [kind, amount]);
    expect(accounts("groups")).toEqual([["group", 120n]]);
    expect(accounts("ledgers")).toEqual([["ledger", 120n]]);
    expect(accounts("sub_ledgers")).toEqual([
      ["ledger", 100n],
      ["sub_ledger", 20n],
    ]);
  });
});

describe("the balance sheet", () => {
  test("balances assets against liabilities, equity and the result that no year-end has closed", () => {
    const lines = balanceSheet(
      [
        ledger(1, "01", 1500n),
        ledger(2, "02", -400n),
        ledger(3, "05", -500n),
        ledger(4, "03", -1000n),
        ledger(5, "04", 400n),
      ],
      "ledgers",
    );
    expect(heads(lines)).toEqual([
      ["section", "01", 1500n, null],
      ["section", "02", 400n, null],
      ["section", "05", 500n, null],
      ["unclosed", "05", 600n, null],
      ["total", null, 1500n, null],
    ]);
  });

  test("has equal sides whenever the ledgers have equal sums", () => {
    const figures = fc.array(
      fc.tuple(
        fc.constantFrom(...ACCOUNT_CLASSES),
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(figures, (drawn) => {
        const ledgers = drawn.map(([accountClass, amount], id) => ledger(id, accountClass, amount));
        const sum = ledgers.reduce((total, { amount }) => total + amount, 0n);
        const lines = balanceSheet([...ledgers, ledger(-1, "01", -sum)], "ledgers");
        const assets = lines.find(({ accountClass }) => accountClass === "01");
        expect(lines.at(-1)?.amount).toBe(assets?.amount);
      }),
    );
  });
});

test.each([
  [150n, 100n, 5000n],
  [50n, 100n, -5000n],
  [-50n, -100n, 5000n],
  [100n, 0n, null],
  // Exactly half a hundredth of a percent is rounded away from zero, up and down.
  [20_001n, 20_000n, 1n],
  [19_999n, 20_000n, -1n],
  [60_001n, 60_000n, 0n],
  [59_999n, 60_000n, 0n],
])("the change to %s from %s is %s basis points", (amount, compared, points) => {
  expect(changeInBasisPoints(amount, compared)).toBe(points);
});
