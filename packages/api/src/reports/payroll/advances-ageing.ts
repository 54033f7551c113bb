import { displayKobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  ageingBuckets,
  ageingBucketEnds,
  ageingList,
  ageingTotal,
  type AgeingBucket,
  type advancesAgeingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { ageingFacts } from "@kontor/contract/pay-reports/facts";
import { sql, type RawBuilder } from "kysely";

import { optionalCondition } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countAndSums,
  limitOffset,
  sortOrders,
  presentBatches,
  sorted,
} from "../../platform/database/list.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import { tenantFilter, type Context } from "../../platform/scope.ts";
import {
  groupOwed,
  owedColumns,
  filteredEmployee,
  nameOrOrganization,
  owedAdvances,
  owedTieBreakers,
  matchesOwed,
  presentAdvance,
  unpaidInstalments,
  type OwedSubject,
} from "./owed-advances.ts";

type Data = DataOf<typeof advancesAgeingReport.read>;
type Row = Data["rows"][number];
type Input = Omit<InputOf<typeof advancesAgeingReport.file>, "format">;
type Buckets = Record<AgeingBucket, bigint>;
type QueryRow = Buckets & OwedSubject;

const orderBy = sortOrders(
  {
    number: [sql`q.number`],
    name: [nameOrOrganization],
    organization: [sql`lower(q.organization)`, sql`lower(q.name)`],
    first: [sql`q.first`],
    second: [sql`q.second`],
    third: [sql`q.third`],
    fourth: [sql`q.fourth`],
    last: [sql`q.last`],
    outstanding: [sql`q.first + q.second + q.third + q.fourth + q.last`],
  },
  owedTieBreakers,
);

/**
 * A page of outstanding salary advances by their age at the end of a day, which is the time past
 * due or since payment; by employee, advance or organization, in kobo.
 *
 * @throws Refusal `not_found`.
 */
export async function advancesAgeing(
  context: Context,
  input: InputOf<typeof advancesAgeingReport.read>,
): Promise<Data & { total: number }> {
  const rows = rowsBy(context, input);
  const page = await sql<QueryRow>`
    ${sorted(rows, input.sort, orderBy)} ${limitOffset(input)}`.execute(context.tx);
  return { rows: page.rows.map(present), ...(await totalsOf(context, rows)) };
}

/** Exports all rows as a file. */
export async function advancesAgeingFile(
  context: Context,
  input: InputOf<typeof advancesAgeingReport.file>,
): Promise<ListExport<Row, keyof ReturnType<typeof ageingList>["columns"]>> {
  const rows = rowsBy(context, input);
  const { total, totals } = await totalsOf(context, rows);
  return {
    list: ageingList(input.basis, input.by),
    name: "advances-ageing",
    parts: [input.as_of, input.basis, input.by, input.bucket],
    facts: ageingFacts(input, await filteredEmployee(context, input)),
    tenantId: tenantFilter(context, input.tenant_id),
    total,
    rows: presentBatches(readByCursor(context.tx, sorted(rows, input.sort, orderBy)), present),
    after: () => (total === 0 ? [] : [ageingTotal(totals)]),
  };
}

function rowsBy(context: Context, input: Input): RawBuilder<QueryRow> {
  const { tenant_id, as_of, basis, by, bucket, employee_id, search } = input;
  const since = basis === "due" ? sql`u.due` : sql`o.paid_on`;
  const days = ageingBucketEnds[basis].map((end) => sql`(${as_of}::date - ${end}::integer)`);
  const [first = sql``, second = sql``, third = sql``, last = sql``] = days;
  const inBucket: Record<AgeingBucket, RawBuilder<unknown>> = {
    first: sql`${since} >= ${first}`,
    second: sql`${since} < ${first} and ${since} >= ${second}`,
    third: sql`${since} < ${second} and ${since} >= ${third}`,
    fourth: sql`${since} < ${third} and ${since} >= ${last}`,
    last: sql`${since} < ${last}`,
  };
  const sums = ageingBuckets.map(
    (each) => sql`coalesce(sum(u.unpaid) filter (where ${inBucket[each]}), 0) as ${sql.ref(each)}`,
  );
  return sql<QueryRow>`
    select ${owedColumns(by)}, ${sql.join(sums)}
    from (${owedAdvances(context, tenant_id, as_of)}) o
    join employees e on e.tenant_id = o.tenant_id and e.id = o.employee_id
    join tenants t on t.id = o.tenant_id
    cross join lateral (${unpaidInstalments}) u
    where u.unpaid > 0 and ${optionalCondition(bucket, (each) => inBucket[each])}
      and ${optionalCondition(employee_id, (id) => sql`e.id = ${id}`)} and ${matchesOwed(search)}
    ${groupOwed(by)}`;
}

async function totalsOf(
  { tx }: Context,
  all: RawBuilder<unknown>,
): Promise<{ total: number; totals: Data["totals"] }> {
  const { total, ...sums } = await countAndSums(tx, all, ageingBuckets);
  return { total, totals: presentBuckets(sums) };
}

function present({
  first,
  second,
  third,
  fourth,
  last,
  advance_id,
  number,
  ...row
}: QueryRow): Row {
  const advance = presentAdvance({ advance_id, number });
  return { ...row, advance, ...presentBuckets({ first, second, third, fourth, last }) };
}

function presentBuckets({ first, second, third, fourth, last }: Buckets): Data["totals"] {
  return {
    buckets: [first, second, third, fourth, last].map(displayKobo) as Data["totals"]["buckets"],
    outstanding: displayKobo(first + second + third + fourth + last),
  };
}
