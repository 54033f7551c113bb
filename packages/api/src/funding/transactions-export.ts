import { shownSum, type Kobo } from "@kontor/books/money";
import { fromSigned } from "@kontor/books/side";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatLongMoment, formatMoney, formatRange } from "@kontor/contract/format";
import type { exportTransactions, FundingAction } from "@kontor/contract/funding";
import { sql } from "kysely";

import { readByCursor } from "../platform/database/cursor.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { exportFile } from "../platform/export/export-file.ts";
import { fileName, type ExportColumn, type PrintColumn } from "../platform/export/export-table.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { organizationAt, organizationLabel } from "../platform/organization/organization.ts";
import type { Context } from "../platform/scope.ts";
import {
  fundsOf,
  presentTransaction,
  selectTransactions,
  transactionFilter,
  type FundingTransaction,
  type TransactionQueryRow,
} from "./financials.ts";

type Input = InputOf<typeof exportTransactions>;

/** A transaction, or what the completed ones of an action add up to. */
type Row = FundingTransaction | { label: string; amount: Kobo };

/**
 * The transactions of an organization's funds that the filters let through as a file, newest first, and
 * what the completed deposits and withdrawals among them add up to.
 *
 * @throws Refusal `not_found`, `export_too_long`.
 */
export async function transactionsFile(context: Context, input: Input): Promise<FileResponse> {
  const { tx, clock } = context;
  const path = await organizationAt(context, input);
  const { code } = await organizationLabel(tx, path.tenant_id);
  const funds = await fundsOf(tx, path);
  const matches = transactionFilter(path, input);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from funding_transactions f where ${matches}`.execute(tx);
  const { action, status, start_date, end_date, format } = input;
  return exportFile(context, format, {
    title: "Transactions",
    facts: [
      ["Organization", path.name],
      ["Period", formatRange(start_date, end_date)],
      ...(action === undefined ? [] : [["Action", action] as const]),
      ...(status === undefined ? [] : [["Status", status] as const]),
      ["Current Balance", currentBalance(funds.balance)],
      ["Prepared", formatLongMoment(clock.now())],
    ],
    filename: fileName([
      "transactions",
      code,
      action?.toLowerCase(),
      status?.toLowerCase(),
      start_date ?? (end_date === undefined ? null : "until"),
      end_date ?? clock.today(),
    ]),
    tenantId: path.tenant_id,
    total: exactlyOne(counted.rows).total,
    rows: rowsOf(readByCursor(tx, selectTransactions(matches))),
    strong: isTotal,
    columns,
    print,
    landscape: true,
  });
}

/** The balance of funds as people read it, who do not think of them as an account with sides. */
function currentBalance(balance: bigint): string {
  const { amount, side } = fromSigned(balance);
  return side === "CR" ? `${formatMoney(amount)} overdrawn` : formatMoney(amount);
}

async function* rowsOf(batches: AsyncIterable<TransactionQueryRow[]>): AsyncGenerator<Row[]> {
  const totals: Record<FundingAction, bigint> = { DEPOSIT: 0n, WITHDRAWAL: 0n };
  for await (const batch of batches) {
    for (const { action, status, amount } of batch) {
      if (status === "COMPLETED") totals[action] += amount;
    }
    yield batch.map(presentTransaction);
  }
  yield [
    { label: "Completed deposits", amount: shownSum(totals.DEPOSIT) },
    { label: "Completed withdrawals", amount: shownSum(totals.WITHDRAWAL) },
  ];
}

function isTotal(row: Row): row is { label: string; amount: Kobo } {
  return "label" in row;
}

/** A fact of a transaction, which the rows of totals do not have. */
function of(fact: (row: FundingTransaction) => string): (row: Row) => string {
  return (row) => (isTotal(row) ? "" : fact(row));
}

const columns: readonly ExportColumn<Row>[] = [
  {
    header: "Date",
    width: 19,
    kind: "moment",
    cell: (row) => (isTotal(row) ? null : row.created_at),
  },
  { header: "Action", width: 14, kind: "text", cell: of((row) => row.action) },
  { header: "Entry No.", width: 13, kind: "text", cell: of((row) => row.ent_number) },
  {
    header: "Description",
    width: 48,
    kind: "text",
    cell: (row) => (isTotal(row) ? row.label : row.description),
  },
  { header: "Status", width: 14, kind: "text", cell: of((row) => row.status) },
  { header: "Amount", width: 20, kind: "amount", cell: (row) => row.amount },
];

const print: readonly PrintColumn<Row>[] = [
  { header: "Date", width: 110, cell: of((row) => formatLongMoment(row.created_at)) },
  { header: "Action", width: 62, cell: of((row) => row.action) },
  { header: "Entry No.", width: 54, cell: of((row) => row.ent_number) },
  {
    header: "Description",
    width: "*",
    cell: (row) => (isTotal(row) ? row.label : row.description),
  },
  { header: "Status", width: 62, cell: of((row) => row.status) },
  { header: "Amount", width: 92, align: "end", cell: (row) => formatMoney(row.amount) },
];
