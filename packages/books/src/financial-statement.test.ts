import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ACCOUNT_CLASSES, cashFlowsOf, type AccountClass, type CashFlow } from "./account-code.ts";
import type { AccountDetail } from "./account-totals.ts";
import {
  balanceSheet,
  cashFlowStatement,
  changeInBasisPoints,
  profitAndLoss,
  type CashFlowFigure,
  type LedgerFigure,
  type LedgerCashFlow,
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

  test("keeps an account without a figure that was changed, under its own class", () => {
    const lines = profitAndLoss([{ ...ledger(1, "04", 0n), changed: true }], "ledgers");
    expect(lines.map(({ account, accountClass }) => [account?.id ?? null, accountClass])).toEqual([
      [null, "03"],
      [null, "04"],
      [1, "04"],
      [null, null],
    ]);
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

describe("the cash flow", () => {
  const still: LedgerCashFlow = { opening: 0n, movement: 0n, inCash: 0n };
  const moved = (
    id: number,
    accountClass: AccountClass,
    cashFlow: CashFlow,
    figures: Partial<LedgerCashFlow>,
    compared: Partial<LedgerCashFlow> | null = null,
  ): CashFlowFigure => {
    const { amount: _amount, compared: _compared, ...account } = ledger(id, accountClass, 0n);
    return {
      ...account,
      // Groups of one class may differ in what they are.
      group: { ...account.group, id: 10 * account.group.id + id },
      cashFlow,
      moved: { ...still, ...figures },
      compared: compared && { ...still, ...compared },
    };
  };
  const shown = (lines: ReturnType<typeof cashFlowStatement>) =>
    lines.map(({ kind, cashFlow, account, amount, compared }) => [
      account?.id ?? kind,
      cashFlow,
      amount,
      compared,
    ]);

  test("begins with the result, corrects it, and lists what was in cash by activity", () => {
    const lines = cashFlowStatement(
      [
        moved(1, "01", "cash", { opening: 500n, movement: 60n }, { opening: 450n, movement: 50n }),
        moved(2, "01", "investing", { movement: 90n, inCash: -100n }),
        moved(3, "02", "operating", { movement: -30n }),
        moved(4, "02", "financing", { movement: -50n, inCash: 50n }),
        moved(5, "03", "operating", { movement: -80n }, { movement: -50n }),
        moved(6, "04", "operating", { movement: 10n }),
      ],
      "ledgers",
    );
    expect(shown(lines)).toEqual([
      ["section", "operating", 110n, 50n],
      ["result", "operating", 70n, 50n],
      ["adjustments", "operating", 10n, 0n],
      [2, "operating", 10n, 0n],
      ["changes", "operating", 30n, 0n],
      [3, "operating", 30n, 0n],
      ["section", "investing", -100n, 0n],
      [2, "investing", -100n, 0n],
      ["section", "financing", 50n, 0n],
      [4, "financing", 50n, 0n],
      ["net", null, 60n, 50n],
      ["opening", null, 500n, 450n],
      ["closing", null, 560n, 500n],
      [1, "cash", 560n, 500n],
    ]);
  });

  test("lists the operating activities as one amount of each account, also of one that only the comparison has", () => {
    const lines = cashFlowStatement(
      [
        moved(1, "01", "cash", { movement: 30n }, { movement: 4n }),
        moved(2, "01", "investing", { movement: 90n, inCash: -100n }, {}),
        moved(3, "02", "operating", { movement: -120n }, {}),
        moved(4, "03", "operating", {}, { movement: -4n }),
      ],
      "ledgers",
      true,
    );
    expect(shown(lines).slice(0, 6)).toEqual([
      ["section", "operating", 130n, 4n],
      [2, "operating", 10n, 0n],
      [3, "operating", 120n, 0n],
      [4, "operating", 0n, 4n],
      ["section", "investing", -100n, 0n],
      [2, "investing", -100n, 0n],
    ]);
  });

  test("has every activity without ledgers, and moves a gain to the activity that it belongs to", () => {
    const lines = cashFlowStatement(
      [
        moved(1, "01", "cash", { movement: 60n }),
        moved(2, "03", "investing", { movement: -60n, inCash: 60n }),
      ],
      "groups",
    );
    expect(shown(lines)).toEqual([
      ["section", "operating", 0n, null],
      ["result", "operating", 60n, null],
      ["adjustments", "operating", -60n, null],
      [32, "operating", -60n, null],
      ["section", "investing", 60n, null],
      [32, "investing", 60n, null],
      ["section", "financing", 0n, null],
      ["net", null, 60n, null],
      ["opening", null, 0n, null],
      ["closing", null, 60n, null],
      [11, "cash", 60n, null],
    ]);
  });

  test("adds up to the change of cash for any movements that balance", () => {
    const anyLedger = fc
      .constantFrom(...ACCOUNT_CLASSES)
      .chain((of) => fc.tuple(fc.constant(of), fc.constantFrom(...cashFlowsOf(of))));
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyLedger, amount, amount, amount), { minLength: 1, maxLength: 20 }),
        fc.constantFrom<AccountDetail>("groups", "ledgers", "sub_ledgers"),
        fc.boolean(),
        (ledgers, detail, whole) => {
          const figures = ledgers.map(([[of, cashFlow], opening, movement, inCash], place) =>
            // The part in cash counts only for investing and financing.
            moved(place, of, cashFlow, { opening, movement, inCash }),
          );
          const rest = -figures.reduce((sum, each) => sum + each.moved.movement, 0n);
          const lines = cashFlowStatement(
            [...figures, moved(99, "01", "cash", { movement: rest })],
            detail,
            whole,
          );
          const sumOf = (...kinds: string[]) =>
            lines.reduce(
              (sum, { kind, amount: of }) => (kinds.includes(kind) ? sum + of : sum),
              0n,
            );
          expect(sumOf("section")).toBe(sumOf("net"));
          expect(sumOf("opening") + sumOf("net")).toBe(sumOf("closing"));
          // As a whole, the operating activities have no parts.
          const operating = lines.find(({ kind }) => kind === "section")?.amount;
          expect(sumOf("result", "adjustments", "changes")).toBe(whole ? 0n : operating);
        },
      ),
    );
  });
});
