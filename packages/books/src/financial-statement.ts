import {
  ASSETS,
  EQUITY,
  EXPENSES,
  INCOMES,
  LIABILITIES,
  type AccountClass,
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
  /** Whether the figure is another one by now, so that its line is shown even if it is zero. */
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
export function natural(accountClass: AccountClass, net: bigint): bigint {
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

function less(one: Sum, other: Sum): Sum {
  const { compared } = one;
  return {
    amount: one.amount - other.amount,
    compared: compared === null ? null : compared - (other.compared ?? 0n),
  };
}

/** The sum of all ledgers of a class. */
function ofClass(ledgers: readonly LedgerFigure[], accountClass: AccountClass): Sum {
  return sumOf(
    ledgers
      .filter((ledger) => ledger.accountClass === accountClass)
      .map(({ amount, compared }) => ({
        amount: natural(accountClass, amount),
        compared: compared === null ? null : natural(accountClass, compared),
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
    const { amount, compared } = ofClass(of, accountClass);
    const isShown =
      amount !== 0n || (compared ?? 0n) !== 0n || of.some(({ changed }) => changed === true);
    return isShown ? [{ kind: account.kind, accountClass, account, amount, compared }] : [];
  });
  const head = { kind: "section", accountClass, account: null } as const;
  return [{ ...head, ...ofClass(ledgers, accountClass) }, ...accounts];
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
  const result = less(ofClass(ledgers, INCOMES), ofClass(ledgers, EXPENSES));
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
  const unclosed = less(ofClass(ledgers, INCOMES), ofClass(ledgers, EXPENSES));
  const claims = sumOf([ofClass(ledgers, LIABILITIES), ofClass(ledgers, EQUITY), unclosed]);
  return [
    ...section(ledgers, ASSETS, detail),
    ...section(ledgers, LIABILITIES, detail),
    ...section(ledgers, EQUITY, detail),
    { kind: "unclosed", accountClass: EQUITY, account: null, ...unclosed },
    { kind: "total", accountClass: null, account: null, ...claims },
  ];
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
