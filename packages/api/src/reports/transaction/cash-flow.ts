import { suggestedCashFlow, type AccountClass, type CashFlow } from "@kontor/books/account-code";
import {
  cashFlowStatement,
  type CashFlowFigure,
  type CashFlowLine as StatementLine,
  type LedgerCashFlow,
} from "@kontor/books/financial-statement";
import { fromSigned } from "@kontor/books/side";
import { withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import { cashFlowNames } from "@kontor/contract/accounting/groups";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  cashFlowList,
  type CashFlowLine,
  type cashFlowReport,
} from "@kontor/contract/reports/cash-flow";
import { periodStatementFacts } from "@kontor/contract/reports/facts";
import { withComparison, type StatementColumn } from "@kontor/contract/reports/statement-columns";
import { sql } from "kysely";

import { booksFilter } from "../../accounting/books-tenant.ts";
import { cashOfActivities } from "../../accounting/totals/cash-flows.ts";
import { closingMovements } from "../../accounting/totals/closings.ts";
import {
  cashFlowMovementsByOrganization,
  ledgerMovements,
  type Days,
} from "../../accounting/totals/ledger-totals.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { reportTenant } from "./as-recorded.ts";
import { comparisonDays } from "./financial-statements.ts";
import { accountPresenter } from "./statement-accounts.ts";

type Input = InputOf<typeof cashFlowReport.read>;
type Statement = DataOf<typeof cashFlowReport.read>;

/** A ledger, or the total of an organization in one class and category, with its tenant. */
type Figure = CashFlowFigure & { readonly tenantId: number; readonly changed: boolean };

const zeroMoved: LedgerCashFlow = { opening: 0n, movement: 0n, inCash: 0n };

/**
 * The statement of cash flows of a range of days, compared with the days before or with the same
 * days a year earlier. Without an organization, each activity has a line for each.
 *
 * @throws Refusal `not_found`, `module_off`; for an earlier moment `organization_required`, and
 *   `moment_in_future` and `too_much_since` at `recorded_up_to`.
 */
export async function cashFlow(context: Context, input: Input): Promise<Statement> {
  const tenantId = await reportTenant(context, input);
  const before = comparisonDays(input, input.compare);
  const read = (days: Days) =>
    tenantId === null
      ? figuresByOrganization(context.tx, days)
      : figuresByLedger(context.tx, tenantId, days, input.recorded_up_to);
  const now = await read(input);
  const compared = before && new Map((await read(before)).map((row) => [keyOf(row), row.moved]));
  const figures = now.map((row) => ({
    ...row,
    compared: compared && (compared.get(keyOf(row)) ?? zeroMoved),
  }));
  const detail = tenantId === null ? "sub_ledgers" : input.detail;
  const lines = cashFlowStatement(figures, detail, tenantId === null);
  return {
    rows: presentLines(lines, figures),
    compared_with: before,
    doubtful: tenantId === null ? [] : await doubtfulGroups(context.tx, tenantId, now),
  };
}

/**
 * The groups with movements whose names suggest another category than theirs, in the order of the
 * chart. Groups whose category was chosen by a user are left out.
 */
async function doubtfulGroups(
  tx: Tx,
  tenantId: number,
  figures: readonly Figure[],
): Promise<Statement["doubtful"]> {
  const moved = figures.filter(({ moved: { movement } }) => movement !== 0n);
  const groups = new Map(
    moved.map(({ group, accountClass, cashFlow: cash_flow }) => {
      const suggested = suggestedCashFlow(accountClass, group.name);
      return [group.id, { ...group, cash_flow, suggested }];
    }),
  );
  const differing = [...groups.values()].filter((each) => each.suggested !== each.cash_flow);
  if (differing.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from groups
    where tenant_id = ${tenantId} and not cash_flow_chosen and id = any (${differing.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  const unchosen = new Set(rows.map(({ id }) => id));
  return differing.filter(({ id }) => unchosen.has(id));
}

function keyOf({ id, accountClass, cashFlow: category }: Figure): string {
  return `${id} ${accountClass} ${category}`;
}

async function figuresByLedger(
  tx: Tx,
  tenantId: number,
  days: Days,
  recordedUpTo: string | undefined,
): Promise<Figure[]> {
  const ledgers = await ledgerMovements(tx, tenantId, days, recordedUpTo);
  const closings = await closingMovements(tx, tenantId, days, recordedUpTo);
  const closed = new Map(closings.map(({ ledger_id, net }) => [ledger_id, net]));
  const moved = ledgers.filter(
    ({ cashFlow: category, items, changed }) =>
      (category === "investing" || category === "financing") && (items > 0 || changed),
  );
  const paid = await cashOfActivities(tx, days, {
    tenantId,
    ledgerIds: moved.map(({ id }) => id),
    recordedUpTo,
  });
  const inCash = new Map(paid.map(({ ledger_id, amount }) => [ledger_id, amount]));
  return ledgers.map(({ opening, debit, credit, items: _items, ...ledger }) => ({
    ...ledger,
    tenantId,
    moved: {
      opening,
      movement: debit - credit - (closed.get(ledger.id) ?? 0n),
      inCash: inCash.get(ledger.id) ?? 0n,
    },
    compared: null,
  }));
}

/** The totals of each organization by class and category, in place of ledgers. */
async function figuresByOrganization(tx: Tx, days: Days): Promise<Figure[]> {
  const rows = await cashFlowMovementsByOrganization(tx, days);
  const closed = new Map<string, bigint>();
  for (const row of await closingMovements(tx, null, days)) addAmount(closed, row, row.net);
  const inCash = new Map<string, bigint>();
  for (const row of await cashOfActivities(tx, days, null)) addAmount(inCash, row, row.amount);
  return rows.map((row) => ({
    id: row.tenant_id,
    tenantId: row.tenant_id,
    code: row.code,
    name: row.name,
    accountClass: row.class,
    cashFlow: row.cash_flow,
    // An organization has no group and becomes a line of its own.
    group: { id: 0, code: "", name: "" },
    parentId: null,
    changed: false,
    moved: {
      opening: row.opening,
      movement: row.movement - (closed.get(cashFlowClassKey(row)) ?? 0n),
      inCash: inCash.get(cashFlowClassKey(row)) ?? 0n,
    },
    compared: null,
  }));
}

type CashFlowClass = { tenant_id: number; class: AccountClass; cash_flow: CashFlow };

function cashFlowClassKey({ tenant_id, class: accountClass, cash_flow }: CashFlowClass): string {
  return `${tenant_id} ${accountClass} ${cash_flow}`;
}

function addAmount(sums: Map<string, bigint>, use: CashFlowClass, amount: bigint): void {
  sums.set(cashFlowClassKey(use), (sums.get(cashFlowClassKey(use)) ?? 0n) + amount);
}

/** The names of lines that are neither account nor activity. */
const lineNames: Readonly<Partial<Record<StatementLine["kind"], string>>> = {
  result: "Result",
  adjustments: "Items not in cash or of other activities",
  changes: "Changes in operating assets and liabilities",
  net: "Net change in cash",
  opening: "Cash at the start",
  closing: "Cash at the end",
};

/** Converts lines to those of the contract. */
function presentLines(lines: readonly StatementLine[], figures: readonly Figure[]): CashFlowLine[] {
  const presentAccount = accountPresenter(figures);
  return lines.map((line) => {
    const { kind, cashFlow: category, amount, compared } = line;
    const { name, ...account } = presentAccount(line);
    const shown = fromSigned(amount);
    const before = compared === null ? null : fromSigned(compared);
    return {
      ...account,
      cash_flow: category,
      name: name ?? lineNames[kind] ?? (category === null ? "" : cashFlowNames[category]),
      amount: shown.amount,
      amount_dc: shown.side,
      compared: before?.amount ?? null,
      compared_dc: before?.side ?? "DR",
    };
  });
}

/** Exports the statement of cash flows as a file. */
export async function cashFlowFile(
  context: Context,
  input: Input,
): Promise<ListExport<CashFlowLine, StatementColumn>> {
  const { rows, compared_with } = await cashFlow(context, input);
  const { start_date, end_date } = input;
  return {
    list: withComparison(withChangedColumn(cashFlowList, input.recorded_up_to), compared_with),
    name: "cash-flow",
    parts: [start_date, end_date],
    facts: periodStatementFacts(input, compared_with),
    tenantId: await booksFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
  };
}
