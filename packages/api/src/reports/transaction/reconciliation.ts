import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { differingFacts, reconciliationFacts } from "@kontor/contract/reports/facts";
import {
  differingEntriesList,
  differingTotal,
  reconciledParts,
  reconciledTitles,
  type reconciliationSorts,
  reconciliationList,
  reconciliationTotals,
  type differingEntriesReport,
  type ReconciledPart,
  type reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { sql, type RawBuilder } from "kysely";

import { booksFilter, booksTenant } from "../../accounting/books-tenant.ts";
import { openingBalance } from "../../accounting/chart/opening-balance.ts";
import { entryName } from "../../accounting/entries/find-entry.ts";
import { purposeBalances } from "../../accounting/totals/purpose-balances.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { optionalCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countAndSums,
  limitOffset,
  sortOrders,
  presentBatches,
  sorted,
} from "../../platform/database/list.ts";
import type { ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { singleBatch } from "../report.ts";
import { purposeOfPart, recordsByOrganization, recordsOf } from "./records-of-ledgers.ts";

type Data = DataOf<typeof reconciliationReport.read>;
type Row = Data["rows"][number];
type Input = Omit<InputOf<typeof reconciliationReport.file>, "format">;

/** A ledger of an organization and the records compared with it, in kobo, debit positive. */
type Compared = Pick<Row, "tenant_id" | "organization" | "ledger_id" | "part"> & {
  ledger: bigint;
  records: bigint;
};

/**
 * A page of the wallets, the money in transit and the advances at the end of a day, each with its
 * ledger and its records, and the totals. Covers one organization or all that the caller may read.
 *
 * @throws Refusal `not_found`, `module_off`.
 */
export async function reconciliation(
  context: Context,
  input: InputOf<typeof reconciliationReport.read>,
): Promise<Data & { total: number }> {
  const all = await compareParts(context, input);
  const shown = sortRows(onlyDiffering(all, input), input.sort);
  const from = (input.page - 1) * input.per_page;
  return {
    rows: shown.slice(from, from + input.per_page).map(present),
    ...sumsOf(all, input),
    total: shown.length,
  };
}

/** Exports all rows as a file. */
export async function reconciliationFile(
  context: Context,
  input: InputOf<typeof reconciliationReport.file>,
): Promise<ListExport<Row, keyof typeof reconciliationList.columns>> {
  const all = await compareParts(context, input);
  const rows = sortRows(onlyDiffering(all, input), input.sort).map(present);
  const { totals, organizations, differing } = sumsOf(all, input);
  return {
    list: reconciliationList,
    name: "reconciliation",
    parts: [input.as_of, input.part],
    facts: [
      ...reconciliationFacts(input),
      ["Organizations", `${organizations}, of which ${differing} differ`],
    ],
    tenantId: await booksFilter(context, input.tenant_id),
    total: rows.length,
    rows: singleBatch(rows),
    after: () => (organizations > 1 ? reconciliationTotals(totals) : []),
  };
}

async function compareParts(context: Context, input: Input): Promise<Compared[]> {
  const { tx } = context;
  const tenantId = await booksFilter(context, input.tenant_id);
  const { as_of, part: only } = input;
  const ledgers = await purposeBalances(tx, tenantId, Object.values(purposeOfPart), as_of);
  const names = await organizationNames(tx, [
    ...new Set(ledgers.map(({ tenant_id }) => tenant_id)),
  ]);
  const rows: (Compared & { place: number })[] = [];
  for (const part of comparedParts(only)) {
    const records = await recordsByOrganization(tx, part, tenantId, as_of);
    for (const { tenant_id, ledger_id, purpose, balance } of ledgers) {
      if (purpose !== purposeOfPart[part]) continue;
      const place = names.findIndex(({ id }) => id === tenant_id);
      const organization = names[place]?.name ?? "";
      const sums = { ledger: balance, records: records.get(tenant_id) ?? 0n };
      rows.push({ tenant_id, organization, ledger_id, part, ...sums, place });
    }
  }
  // The sort is stable, so the parts of an organization stay in order.
  return rows.toSorted((one, other) => one.place - other.place);
}

/** The parts that the filter selects. */
function comparedParts(only: ReconciledPart | undefined): readonly ReconciledPart[] {
  return only === undefined ? reconciledParts : [only];
}

async function organizationNames(
  tx: Tx,
  ids: readonly number[],
): Promise<readonly { id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tenants where id = any (${[...ids]}::bigint[]) order by lower(name), id`.execute(
    tx,
  );
  return rows;
}

function onlyDiffering(all: readonly Compared[], { differing }: Pick<Input, "differing">) {
  return differing === true ? all.filter(({ ledger, records }) => ledger !== records) : all;
}

/** Sort keys. Sorted by none of them, rows keep the order in which parts are compared. */
const sortValues: Readonly<
  Record<(typeof reconciliationSorts)[number], (row: Compared) => string | bigint>
> = {
  organization: ({ organization }) => organization.toLowerCase(),
  part: ({ part }) => reconciledTitles[part].ledger,
  ledger: ({ ledger }) => ledger,
  against: ({ part }) => reconciledTitles[part].records,
  records: ({ records }) => records,
  difference: ({ ledger, records }) => ledger - records,
  state: ({ ledger, records }) => (ledger === records ? 0n : 1n),
};

/**
 * Sorts rows by a column, ascending or descending; without a sort keeps their order. As in every
 * list, descending also reverses rows with equal keys.
 */
function sortRows(rows: readonly Compared[], sort: Input["sort"]): readonly Compared[] {
  if (sort === undefined) return rows;
  const value = sortValues[sort.replace("-", "") as keyof typeof sortValues];
  const up = rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === b) return 0;
    return a < b ? -1 : 1;
  });
  return sort.startsWith("-") ? up.toReversed() : up;
}

function sumsOf(
  all: readonly Compared[],
  { part: only }: Pick<Input, "part">,
): Pick<Data, "totals" | "organizations" | "differing"> {
  const organizations = (rows: readonly Compared[]) =>
    new Set(rows.map(({ tenant_id }) => tenant_id)).size;
  return {
    totals: comparedParts(only).map((part) => {
      const rows = all.filter((row) => row.part === part);
      const ledger = rows.reduce((sum, row) => sum + row.ledger, 0n);
      const records = rows.reduce((sum, row) => sum + row.records, 0n);
      return { part, ...presentSides({ ledger, records }) };
    }),
    organizations: organizations(all),
    differing: organizations(onlyDiffering(all, { differing: true })),
  };
}

function present({ ledger, records, ...row }: Compared): Row {
  const { tenant_id, organization, ledger_id, part } = row;
  return { tenant_id, organization, ledger_id, part, ...presentSides({ ledger, records }) };
}

function presentSides({ ledger, records }: { ledger: bigint; records: bigint }) {
  return {
    ledger: signedMoneyOf(ledger),
    records: signedMoneyOf(records),
    difference: signedMoneyOf(ledger - records),
  };
}

type Differing = DataOf<typeof differingEntriesReport.read>;
type QueryRow = {
  tenant_id: number;
  entry_id: number | null;
  entry_type_id: number | null;
  number: bigint | null;
  date: string | null;
  narration: string;
  ledger: bigint;
  records: bigint;
};

const tieBreakers = [sql`q.date`, sql`q.entry_id`] as const;
const orderBy = sortOrders(
  {
    date: [],
    number: [sql`q.entry_type_id`, sql`q.number`],
    narration: [sql`lower(q.narration)`],
    ledger: [sql`q.ledger`],
    records: [sql`q.records`],
    difference: [sql`q.ledger - q.records`],
  },
  tieBreakers,
);

/**
 * A page of the entries up to a day whose amount on a ledger differs from the records. Unless a
 * first day is given, the ledger's opening balance, which no record explains, comes first.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`.
 */
export async function differingEntries(
  context: Context,
  input: InputOf<typeof differingEntriesReport.read>,
): Promise<Differing & { total: number }> {
  const rows = differingRows(await booksTenant(context, input.tenant_id), input);
  const page = await sql<QueryRow>`
    ${sorted(rows, input.sort, orderBy)} ${limitOffset(input)}`.execute(context.tx);
  return { rows: page.rows.map(presentEntry), ...(await differingSums(context.tx, rows)) };
}

/** Exports all rows as a file. */
export async function differingEntriesFile(
  context: Context,
  input: InputOf<typeof differingEntriesReport.file>,
): Promise<ListExport<Differing["rows"][number], keyof typeof differingEntriesList.columns>> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const rows = differingRows(tenantId, input);
  const { total, totals } = await differingSums(context.tx, rows);
  return {
    list: differingEntriesList,
    name: "reconciliation-differences",
    parts: [input.part, input.start_date, input.as_of],
    facts: differingFacts(input),
    tenantId,
    total,
    rows: presentBatches(readByCursor(context.tx, sorted(rows, input.sort, orderBy)), presentEntry),
    after: () => (total === 0 ? [] : [differingTotal(totals)]),
  };
}

function differingRows(
  tenantId: number,
  {
    part,
    as_of,
    start_date,
  }: { part: ReconciledPart; as_of: string; start_date?: string | undefined },
): RawBuilder<QueryRow> {
  const ledger = sql`select l.id from ledgers l where l.tenant_id = ${tenantId} and l.purpose = ${purposeOfPart[part]}`;
  return sql<QueryRow>`
    select ${tenantId}::bigint as tenant_id, q.* from (
      select null::bigint as entry_id, null::int as entry_type_id, null::bigint as number, null::date as date,
        'What the ledger was opened with' as narration,
        ${openingBalance(sql`l`)} as ledger, 0::bigint as records
      from ledgers l where l.tenant_id = ${tenantId} and l.purpose = ${purposeOfPart[part]} and l.op_balance <> 0
        and ${start_date === undefined}
      union all
      select e.id, e.entry_type_id::int, e.number, e.entry_date, e.narration, coalesce(m.amount, 0),
        coalesce(r.amount, 0)
      from (
        select i.entry_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as amount
        from entry_items i
        where i.tenant_id = ${tenantId} and i.ledger_id in (${ledger}) and not i.superseded
        group by i.entry_id
      ) m
      full join (
        select r.entry_id, sum(r.amount) as amount from (${recordsOf(part, tenantId)}) r group by r.entry_id
      ) r on r.entry_id = m.entry_id
      join entries e on e.tenant_id = ${tenantId} and e.id = coalesce(m.entry_id, r.entry_id)
        and e.entry_date <= ${as_of}::date and ${optionalCondition(start_date, (day) => sql`e.entry_date >= ${day}::date`)}
      where coalesce(m.amount, 0) <> coalesce(r.amount, 0)
    ) q
    order by q.date nulls first, q.entry_id`;
}

async function differingSums(
  tx: Tx,
  all: RawBuilder<unknown>,
): Promise<{ total: number; totals: Differing["totals"] }> {
  const { total, ...sums } = await countAndSums(tx, all, ["ledger", "records"]);
  return { total, totals: presentSides(sums) };
}

function presentEntry(row: QueryRow): Differing["rows"][number] {
  const { tenant_id, entry_id, entry_type_id, number, date, narration } = row;
  const isEntry = entry_id !== null && entry_type_id !== null && number !== null && date !== null;
  return {
    tenant_id,
    entry: isEntry
      ? { id: entry_id, number: entryName(entry_type_id, number).ent_number, date }
      : null,
    narration,
    ...presentSides(row),
  };
}
