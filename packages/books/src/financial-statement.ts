import {
  ASSETS,
  EQUITY,
  EXPENSES,
  INCOMES,
  LIABILITIES,
  type AccountClass,
  type Activity,
  type CashFlow,
} from "./account-code.ts";
import {
  accountLines,
  type Account,
  type AccountDetail,
  type ListedAccount,
} from "./account-totals.ts";

/**
 * A ledger with the figure that a statement shows for it and the figure that it is compared with,
 * in kobo, debit positive. Null means that there is no comparison.
 */
export type LedgerFigure = Account & {
  readonly amount: bigint;
  readonly compared: bigint | null;
  /**
   * Whether the figure has changed since the moment of the report, so that its line is shown even
   * if it is zero.
   */
  readonly changed?: boolean;
};

/**
 * A line of a statement. Its amounts are positive on the side on which its class grows; a result is
 * positive when it is a profit.
 */
export type StatementLine = {
  readonly kind: "section" | ListedAccount["kind"] | "unclosed" | "total" | "result";
  readonly accountClass: AccountClass | null;
  readonly account: ListedAccount | null;
  readonly amount: bigint;
  readonly compared: bigint | null;
};

/**
 * Converts debit-positive figures of a class to the sign of that class: assets and expenses stay as
 * they are, the others are negated.
 */
export function normalSigned(accountClass: AccountClass, net: bigint): bigint {
  return accountClass === ASSETS || accountClass === EXPENSES ? net : -net;
}

type Sum = { readonly amount: bigint; readonly compared: bigint | null };

function sumOf(figures: readonly Sum[]): Sum {
  let amount = 0n;
  let compared: bigint | null = figures.some((figure) => figure.compared !== null) ? 0n : null;
  for (const figure of figures) {
    amount += figure.amount;
    if (compared !== null) compared += figure.compared ?? 0n;
  }
  return { amount, compared };
}

function subtract(one: Sum, other: Sum): Sum {
  const { compared } = one;
  return {
    amount: one.amount - other.amount,
    compared: compared === null ? null : compared - (other.compared ?? 0n),
  };
}

/** The sum of all ledgers of a class. */
function sumOfClass(ledgers: readonly LedgerFigure[], accountClass: AccountClass): Sum {
  return sumOf(
    ledgers
      .filter((ledger) => ledger.accountClass === accountClass)
      .map(({ amount, compared }) => ({
        amount: normalSigned(accountClass, amount),
        compared: compared === null ? null : normalSigned(accountClass, compared),
      })),
  );
}

/** The heading of a class with its sum, and its accounts that have a figure or a changed one. */
function section(
  ledgers: readonly LedgerFigure[],
  accountClass: AccountClass,
  detail: AccountDetail,
): StatementLine[] {
  const accounts = accountLines(
    ledgers.filter((ledger) => ledger.accountClass === accountClass),
    detail,
  ).flatMap(({ account, of }): StatementLine[] => {
    const { amount, compared } = sumOfClass(of, accountClass);
    const isShown =
      amount !== 0n || (compared ?? 0n) !== 0n || of.some(({ changed }) => changed === true);
    return isShown ? [{ kind: account.kind, accountClass, account, amount, compared }] : [];
  });
  const head = { kind: "section", accountClass, account: null } as const;
  return [{ ...head, ...sumOfClass(ledgers, accountClass) }, ...accounts];
}

/**
 * Profit and loss: incomes, expenses, and the result, which is incomes less expenses.
 *
 * @param ledgers with the sum of their postings in the range, without closing entries.
 */
export function profitAndLoss(
  ledgers: readonly LedgerFigure[],
  detail: AccountDetail,
): StatementLine[] {
  const result = subtract(sumOfClass(ledgers, INCOMES), sumOfClass(ledgers, EXPENSES));
  return [
    ...section(ledgers, INCOMES, detail),
    ...section(ledgers, EXPENSES, detail),
    { kind: "result", accountClass: null, account: null, ...result },
  ];
}

/**
 * The balance sheet: assets on one side; liabilities, equity and the result that no year-end has
 * closed yet on the other. Both sides are equal when the sums of the opening balances were equal.
 *
 * @param ledgers the whole chart, with the balances on the day.
 */
export function balanceSheet(
  ledgers: readonly LedgerFigure[],
  detail: AccountDetail,
): StatementLine[] {
  const unclosed = subtract(sumOfClass(ledgers, INCOMES), sumOfClass(ledgers, EXPENSES));
  const claims = sumOf([sumOfClass(ledgers, LIABILITIES), sumOfClass(ledgers, EQUITY), unclosed]);
  return [
    ...section(ledgers, ASSETS, detail),
    ...section(ledgers, LIABILITIES, detail),
    ...section(ledgers, EQUITY, detail),
    { kind: "unclosed", accountClass: EQUITY, account: null, ...unclosed },
    { kind: "total", accountClass: null, account: null, ...claims },
  ];
}

/**
 * The movement of a ledger in a range of days, in kobo, debit positive: its balance before the
 * range, its postings within it without year-end closings, and the cash received (positive) or paid
 * for it.
 */
export type LedgerCashFlow = {
  readonly opening: bigint;
  readonly movement: bigint;
  readonly inCash: bigint;
};

/** A ledger with its movement, and the movement of the comparison; null without one. */
export type CashFlowFigure = Account & {
  readonly cashFlow: CashFlow;
  readonly moved: LedgerCashFlow;
  readonly compared: LedgerCashFlow | null;
};

/**
 * A line of a statement of cash flows. Its amounts are positive for cash received and for cash
 * held. An account has the activity in which it is listed, and "cash" below the closing cash.
 */
export type CashFlowLine = {
  readonly kind:
    | "section"
    | "result"
    | "changes"
    | "adjustments"
    | ListedAccount["kind"]
    | "net"
    | "opening"
    | "closing";
  readonly cashFlow: CashFlow | null;
  readonly account: ListedAccount | null;
  readonly amount: bigint;
  readonly compared: bigint | null;
};

/** What a ledger contributes to a line, positive for cash received. */
type Contribution = (moved: LedgerCashFlow) => bigint;

const isResult = ({ accountClass }: Account) =>
  accountClass === INCOMES || accountClass === EXPENSES;

/**
 * The part of a ledger's movement that was not in cash, or belongs to another activity than
 * operating.
 */
const adjustmentOf =
  (ledger: Account): Contribution =>
  ({ movement, inCash }) =>
    // The result includes all movements of its ledgers, so the part that another activity shows is
    // subtracted.
    isResult(ledger) ? -inCash : -movement - inCash;

/**
 * The statement of cash flows, by the indirect method: the operating activities begin with the
 * result, and adjust it by the movements of assets and liabilities and by items that were not in
 * cash. The other activities list the cash received and paid for their ledgers. Opening cash and
 * the three activities always add up to closing cash, because the movements of all ledgers add up
 * to zero.
 *
 * @param ledgers the whole chart; `inCash` counts only for investing and financing ledgers.
 * @param whole whether the operating activities are listed as one amount of each account, without
 *   their parts.
 */
export function cashFlowStatement(
  ledgers: readonly CashFlowFigure[],
  detail: AccountDetail,
  whole = false,
): CashFlowLine[] {
  const cash = ledgers.filter(({ cashFlow }) => cashFlow === "cash");
  const others = ledgers.filter(({ cashFlow }) => cashFlow !== "cash");
  const operating = whole
    ? accountsOf(others, "operating", detail, operatingPart)
    : operatingLines(others, detail);
  const own = { cashFlow: null, account: null };
  const lines: CashFlowLine[] = [
    sectionOf("operating", others, operatingPart),
    ...operating,
    ...(["investing", "financing"] as const).flatMap((activity) => {
      const its = others.filter(({ cashFlow }) => cashFlow === activity);
      return [sectionOf(activity, its, cashPart), ...accountsOf(its, activity, detail, cashPart)];
    }),
    {
      kind: "net",
      ...own,
      ...flowOf(
        cash,
        () =>
          ({ movement }) =>
            movement,
      ),
    },
    {
      kind: "opening",
      ...own,
      ...flowOf(
        cash,
        () =>
          ({ opening }) =>
            opening,
      ),
    },
    { kind: "closing", ...own, ...flowOf(cash, () => balance) },
    ...accountsOf(cash, "cash", detail, () => balance),
  ];
  // An activity without any ledgers is compared with nothing, which is zero.
  const isCompared = ledgers.some(({ compared }) => compared !== null);
  return isCompared ? lines.map((line) => ({ ...line, compared: line.compared ?? 0n })) : lines;
}

const balance: Contribution = ({ opening, movement }) => opening + movement;
const cashPart =
  (): Contribution =>
  ({ inCash }) =>
    inCash;

/** The part of a ledger's movement that no other activity shows. */
function operatingPart({ cashFlow }: CashFlowFigure): Contribution {
  return ({ movement, inCash }) => (cashFlow === "operating" ? -movement : -movement - inCash);
}

/** The result, and its reconciliation to the cash of the operating activities. */
function operatingLines(others: readonly CashFlowFigure[], detail: AccountDetail): CashFlowLine[] {
  const result = others.filter(isResult);
  const changing = others.filter((ledger) => ledger.cashFlow === "operating" && !isResult(ledger));
  const adjusted = others.filter(({ cashFlow }) => cashFlow !== "operating");
  const own = { cashFlow: "operating", account: null } as const;
  const part = (
    kind: "changes" | "adjustments",
    its: readonly CashFlowFigure[],
    of: (ledger: CashFlowFigure) => Contribution,
  ): CashFlowLine[] => {
    const accounts = accountsOf(its, "operating", detail, of);
    return accounts.length === 0 ? [] : [{ kind, ...own, ...flowOf(its, of) }, ...accounts];
  };
  return [
    {
      kind: "result",
      ...own,
      ...flowOf(
        result,
        () =>
          ({ movement }) =>
            -movement,
      ),
    },
    ...part("adjustments", adjusted, adjustmentOf),
    ...part(
      "changes",
      changing,
      () =>
        ({ movement }) =>
          -movement,
    ),
  ];
}

function sectionOf(
  activity: Activity,
  ledgers: readonly CashFlowFigure[],
  of: (ledger: CashFlowFigure) => Contribution,
): CashFlowLine {
  return { kind: "section", cashFlow: activity, account: null, ...flowOf(ledgers, of) };
}

/** The accounts that contribute anything. */
function accountsOf(
  ledgers: readonly CashFlowFigure[],
  cashFlow: CashFlow,
  detail: AccountDetail,
  of: (ledger: CashFlowFigure) => Contribution,
): CashFlowLine[] {
  return accountLines(ledgers, detail)
    .map(({ account, of: its }): CashFlowLine => ({
      kind: account.kind,
      cashFlow,
      account,
      ...flowOf(its, of),
    }))
    .filter(({ amount, compared }) => amount !== 0n || (compared ?? 0n) !== 0n);
}

function flowOf(
  ledgers: readonly CashFlowFigure[],
  of: (ledger: CashFlowFigure) => Contribution,
): Sum {
  return sumOf(
    ledgers.map((ledger) => ({
      amount: of(ledger)(ledger.moved),
      compared: ledger.compared === null ? null : of(ledger)(ledger.compared),
    })),
  );
}

/**
 * The change of an amount against its comparison in hundredths of a percent, rounded half away from
 * zero. Null when there is nothing to compare with.
 */
export function changeInBasisPoints(amount: bigint, compared: bigint): bigint | null {
  if (compared === 0n) return null;
  const size = compared < 0n ? -compared : compared;
  const scaled = (amount - compared) * 10_000n;
  const half = scaled < 0n ? -size : size;
  return (2n * scaled + half) / (2n * size);
}
