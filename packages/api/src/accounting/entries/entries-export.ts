import { shownSum, type Kobo } from "@kontor/books/money";
import type { exportEntries } from "@kontor/contract/accounting-exports";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatLongMoment, formatMoney, formatRange } from "@kontor/contract/format";

import { readByCursor } from "../../platform/database/cursor.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import {
  fileName,
  type ExportColumn,
  type PrintColumn,
} from "../../platform/export/export-table.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import { organizationLabel } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import { findLedger } from "../chart/ledgers.ts";
import {
  allEntries,
  countEntries,
  presentEntry,
  sourceOf,
  type EntryQueryRow,
  type EntryRow,
} from "./entries-list.ts";

type Input = InputOf<typeof exportEntries>;

/** An entry, or what all of them add up to. */
type Row = EntryRow | { total: Kobo };

/**
 * The entries that the filters let through as a file, newest first, and what they add up to.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`.
 */
export async function entriesFile(context: Context, input: Input): Promise<FileResponse> {
  const { tx, clock } = context;
  const { start_date, end_date, ledger_id } = input;
  const source = await sourceOf(context, input);
  const { tenantId } = source;
  const counted = await countEntries(source, input).execute(tx);
  const organization = tenantId === null ? null : await organizationLabel(tx, tenantId);
  const ledger = ledger_id === undefined ? null : await findLedger(context, { id: ledger_id });
  return exportFile(context, input.format, {
    title: "Entries",
    facts: [
      ["Organization", organization?.name ?? "All Organizations"],
      ...(ledger === null ? [] : [["Ledger", `${ledger.name} (${ledger.code})`] as const]),
      ["Period", formatRange(start_date, end_date)],
      ["Prepared", formatLongMoment(clock.now())],
    ],
    filename: fileName([
      "entries",
      organization?.code ?? "all",
      ledger?.code,
      start_date ?? (end_date === undefined ? null : "until"),
      end_date ?? clock.today(),
    ]),
    tenantId,
    total: exactlyOne(counted.rows).total,
    rows: rowsOf(readByCursor(tx, allEntries(source, input))),
    strong: isTotal,
    columns: tenantId === null ? [...columns, organizationColumn] : columns,
    print: tenantId === null ? [organizationPrint, ...print] : print,
    landscape: true,
  });
}

async function* rowsOf(batches: AsyncIterable<EntryQueryRow[]>): AsyncGenerator<Row[]> {
  let total = 0n;
  for await (const batch of batches) {
    for (const { amount } of batch) total += amount;
    yield batch.map(presentEntry);
  }
  yield [{ total: shownSum(total) }];
}

function isTotal(row: Row): row is { total: Kobo } {
  return "total" in row;
}

/** A fact of an entry, which the row of the total does not have. */
function of(fact: (row: EntryRow) => string): (row: Row) => string | null {
  return (row) => (isTotal(row) ? null : fact(row));
}

const organizationColumn: ExportColumn<Row> = {
  header: "Organization",
  width: 28,
  kind: "text",
  cell: of((row) => row.organization_name),
};

const columns: readonly ExportColumn<Row>[] = [
  { header: "Date", width: 13, kind: "date", cell: of((row) => row.date) },
  { header: "Entry No.", width: 13, kind: "text", cell: of((row) => row.ent_number) },
  { header: "Entry Type", width: 13, kind: "text", cell: of((row) => row.entry_type_label) },
  { header: "Debit Ledger Code", width: 18, kind: "text", cell: of((row) => row.debit_code) },
  { header: "Debit Ledger", width: 28, kind: "text", cell: of((row) => row.debit_name) },
  { header: "Credit Ledger Code", width: 18, kind: "text", cell: of((row) => row.credit_code) },
  { header: "Credit Ledger", width: 28, kind: "text", cell: of((row) => row.credit_name) },
  {
    header: "Amount",
    width: 20,
    kind: "amount",
    cell: (row) => (isTotal(row) ? row.total : row.amount),
  },
  {
    header: "Narration",
    width: 48,
    kind: "text",
    cell: (row) => (isTotal(row) ? "Total" : row.narration),
  },
];

/** The same on paper. */
function printed(fact: (row: EntryRow) => string): (row: Row) => string {
  return (row) => (isTotal(row) ? "" : fact(row));
}

const organizationPrint: PrintColumn<Row> = {
  header: "Organization",
  width: "*",
  cell: printed((row) => row.organization_name),
};

const print: readonly PrintColumn<Row>[] = [
  { header: "Date", width: 52, cell: printed((row) => formatDate(row.date)) },
  { header: "Entry No.", width: 52, cell: printed((row) => row.ent_number) },
  {
    header: "Debit Ledger",
    width: "*",
    cell: printed((row) => `${row.debit_name}\n${row.debit_code}`),
  },
  {
    header: "Credit Ledger",
    width: "*",
    cell: printed((row) => `${row.credit_name}\n${row.credit_code}`),
  },
  {
    header: "Narration",
    width: "*",
    cell: (row) => (isTotal(row) ? "Total" : row.narration),
  },
  {
    header: "Amount",
    width: 92,
    align: "end",
    cell: (row) => formatMoney(isTotal(row) ? row.total : row.amount),
  },
];
