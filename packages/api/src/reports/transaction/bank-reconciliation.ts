import { fromSigned } from "@kontor/books/side";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatMoment } from "@kontor/contract/format";
import {
  bankReconciliationList,
  type BankReconciliationKind,
  type bankReconciliationReport,
} from "@kontor/contract/reports/bank-reconciliation";
import { bankReconciliationFacts } from "@kontor/contract/reports/facts";
import { sql } from "kysely";

import { booksTenant } from "../../accounting/books-tenant.ts";
import { entryName } from "../../accounting/entries/find-entry.ts";
import {
  bankLedgers,
  requireBankLedger,
  unexplainedDifference,
  type BankLedger,
  type BankReconciliation,
} from "../../accounting/periods/bank-reconciliations.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import { organizationName } from "../../platform/organization/organization.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";

type Input = InputOf<typeof bankReconciliationReport.read>;
type Data = DataOf<typeof bankReconciliationReport.read>;
type Row = Data["rows"][number];
/** A row; `net` is null or left out for a row without an amount. */
type Line = Pick<Row, "kind" | "name"> &
  Partial<Pick<Row, "item" | "date" | "entry">> & { net?: bigint };

/**
 * The last reconciliation of each cash and bank ledger up to a day, or of one of them, as the
 * statement that leads from the balance of the bank to that of the books.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`; `no_bank_ledger`.
 */
export async function bankReconciliation(context: Context, input: Input): Promise<Data> {
  const { tx } = context;
  const { as_of, ledger_id } = input;
  const tenantId = await booksTenant(context, input.tenant_id);
  if (ledger_id !== undefined) await requireBankLedger(context, tenantId, ledger_id);
  const all = await bankLedgers(tx, tenantId, as_of);
  const ledgers = all.filter(({ id }) => ledger_id === undefined || id === ledger_id);
  const open = await openItemsOf(
    tx,
    tenantId,
    ledgers.flatMap(({ reconciliation }) => reconciliation?.id ?? []),
  );
  return {
    tenant_id: tenantId,
    organization_name: await organizationName(tx, tenantId),
    as_of,
    rows: ledgers.flatMap((ledger) => rowsOf(tenantId, ledger, open)),
  };
}

type OpenRow = {
  reconciliation_id: number;
  day: string;
  net: bigint;
  entry_id: number | null;
  entry_type_id: number | null;
  number: bigint | null;
  narration: string | null;
};

/** The open items of reconciliations, by day. Entries have their present narration. */
async function openItemsOf(tx: Tx, tenantId: number, ids: readonly number[]): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select o.reconciliation_id, o.day, o.net, o.entry_id, e.entry_type_id::int as entry_type_id, e.number,
      coalesce(nullif(o.narration, ''), nullif(e.narration, ''), (
        select i.narration from entry_items i join bank_reconciliations b
          on b.tenant_id = ${tenantId} and b.id = o.reconciliation_id and b.ledger_id = i.ledger_id
        where i.tenant_id = ${tenantId} and i.entry_id = o.entry_id and not i.superseded)) as narration
    from bank_reconciliation_items o
    left join entries e on e.tenant_id = ${tenantId} and e.id = o.entry_id
    where o.tenant_id = ${tenantId} and o.reconciliation_id = any (${[...ids]}::bigint[])
    order by o.day, o.place`.execute(tx);
  return rows;
}

function rowsOf(
  tenantId: number,
  { reconciliation, ...ledger }: BankLedger,
  open: readonly OpenRow[],
): Row[] {
  const lines: Line[] =
    reconciliation === null
      ? [{ kind: "note", name: "Not compared with a bank statement or cash count yet." }]
      : statementOf(
          reconciliation,
          open.filter(({ reconciliation_id }) => reconciliation_id === reconciliation.id),
        );
  return [{ kind: "ledger" as const, name: `${ledger.name} (${ledger.code})` }, ...lines].map(
    ({ net, ...line }: Line) => ({
      tenant_id: tenantId,
      ledger,
      item: false,
      date: null,
      entry: null,
      ...line,
      amount: net === undefined ? null : signedMoneyOf(net),
    }),
  );
}

/** The lines from the balance of the bank to that of the books, as of when the reconciliation was recorded. */
function statementOf(reconciliation: BankReconciliation, open: readonly OpenRow[]): Line[] {
  const { reconciled_to: date, bank_balance, ledger_balance, note } = reconciliation;
  const recorded = reconciliation.recorded_balance ?? ledger_balance;
  const changed = ledger_balance - recorded;
  const left = unexplainedDifference({ ...reconciliation, ledger_balance: recorded });
  const books = open.filter(({ entry_id }) => entry_id !== null);
  const bank = open.filter(({ entry_id }) => entry_id === null);
  const by = `Recorded by ${reconciliation.recorded_by ?? "the system"} on ${formatMoment(reconciliation.recorded_at)}.`;
  return [
    { kind: "bank", name: "Balance as per bank statement", date, net: bank_balance },
    ...openItemLines(
      "deposits",
      books.filter(({ net }) => net > 0n),
    ),
    ...openItemLines(
      "payments",
      books.filter(({ net }) => net < 0n),
    ),
    ...openItemLines(
      "credits",
      bank.filter(({ net }) => net > 0n),
    ),
    ...openItemLines(
      "debits",
      bank.filter(({ net }) => net < 0n),
    ),
    ...(left === 0n ? [] : [{ kind: "difference" as const, name: "Not explained", net: left }]),
    { kind: "books", name: "Balance as per books", date, net: recorded },
    ...(changed === 0n
      ? []
      : [
          { kind: "changed" as const, name: "Changed in the books since", net: changed },
          { kind: "now" as const, name: "Balance as per books now", date, net: ledger_balance },
        ]),
    { kind: "note", name: [by, note].filter(Boolean).join(" ") },
  ];
}

const titles: Readonly<Partial<Record<BankReconciliationKind, string>>> = {
  deposits: "Add: deposits in transit",
  payments: "Less: outstanding payments",
  credits: "Less: credits of the bank that are not in the books",
  debits: "Add: debits of the bank that are not in the books",
};

/** The sum of one kind of open items, then the items. Bank lines have the opposite sign. */
function openItemLines(kind: BankReconciliationKind, items: readonly OpenRow[]): Line[] {
  if (items.length === 0) return [];
  const nets = items.map(({ entry_id, net }) => (entry_id === null ? -net : net));
  return [
    { kind, name: titles[kind] ?? "", net: nets.reduce((sum, net) => sum + net, 0n) },
    ...items.map((item, index) => ({
      kind,
      item: true,
      name:
        item.narration ?? `${fromSigned(item.net).side === "DR" ? "Credit" : "Debit"} of the bank`,
      date: item.day,
      entry: entryOf(item),
      net: nets[index] ?? 0n,
    })),
  ];
}

function entryOf({ entry_id, entry_type_id, number }: OpenRow): Row["entry"] {
  if (entry_id === null || entry_type_id === null || number === null) return null;
  return { id: entry_id, number: entryName(entry_type_id, number).ent_number };
}

/** Exports the statement as a file. */
export async function bankReconciliationFile(
  context: Context,
  input: InputOf<typeof bankReconciliationReport.file>,
): Promise<ListExport<Row, keyof typeof bankReconciliationList.columns>> {
  const { rows, tenant_id } = await bankReconciliation(context, input);
  const ledger = input.ledger_id === undefined ? undefined : rows[0]?.ledger;
  return {
    list: bankReconciliationList,
    name: "bank-reconciliation",
    parts: [ledger?.code, input.as_of],
    facts: bankReconciliationFacts(input, ledger),
    tenantId: tenant_id,
    total: rows.length,
    rows: singleBatch(rows),
  };
}
