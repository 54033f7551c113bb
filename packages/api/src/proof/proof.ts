import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  checkOfFault,
  proofChecks,
  type getBookProof,
  type ProofCheck,
  type proveBooks,
} from "@kontor/contract/proof/proof";
import { sql } from "kysely";

import { booksFilter, booksTenant } from "../accounting/books-tenant.ts";
import type { Fault } from "../platform/database/checks.ts";
import { tenantCondition } from "../platform/database/conditions.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { enterTenant, type Context, type Tx } from "../platform/scope.ts";
import { chainHeadOf } from "./chain/head.ts";
import { checkEverything } from "./check.ts";

type Proof = DataOf<typeof getBookProof>;

/**
 * The maximum number of faults that are shown, and of each kind that are stored. One damaged table
 * causes very many faults of a kind, which must not hide those of another.
 */
const maxFaults = 50;

/**
 * Stores the result of a check of an organization's books, in its scope: the first faults of each
 * kind, and how many the check found of it (`found`). The result of a check that began later stays.
 *
 * @param check.at when the check began.
 */
export async function saveProof(
  tx: Tx,
  tenantId: number,
  check: { at: Date; milliseconds: number; faults: readonly Fault[] },
): Promise<void> {
  const faults = [...Map.groupBy(check.faults, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind
      .slice(0, maxFaults)
      .map(({ kind, subject, message }) => ({ kind, subject, message, found: ofKind.length })),
  );
  await sql`
    insert into book_proofs (tenant_id, checked_at, milliseconds, fault_count, faults)
    values (${tenantId}, ${check.at}, ${Math.round(check.milliseconds)}, ${check.faults.length},
      ${JSON.stringify(faults)}::jsonb)
    on conflict (tenant_id) do update set checked_at = excluded.checked_at,
      milliseconds = excluded.milliseconds, fault_count = excluded.fault_count, faults = excluded.faults
    where book_proofs.checked_at <= excluded.checked_at`.execute(tx);
}

/** The result of the last check. @throws Refusal `not_found`, `module_off` */
export async function bookProof(
  context: Context,
  input: InputOf<typeof getBookProof>,
): Promise<Proof> {
  return readProof(context.tx, await booksFilter(context, input.tenant_id));
}

/**
 * Checks an organization's books now, and stores and returns the result. @throws Refusal
 * `not_found`, `module_off`
 */
export async function runBookProof(
  context: Context,
  input: InputOf<typeof proveBooks>,
): Promise<Proof> {
  const { tx, clock } = context;
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const at = clock.now();
  const startedAt = performance.now();
  const faults = await checkEverything(tx, tenantId);
  await saveProof(tx, tenantId, { at, milliseconds: performance.now() - startedAt, faults });
  return readProof(tx, tenantId);
}

/** @param tenantId null for all that the transaction's scope may read. */
async function readProof(tx: Tx, tenantId: number | null): Promise<Proof> {
  const { rows: counts } = await sql<{
    organizations: number;
    checked: number;
    checked_at: Date | null;
  }>`
    select count(*)::integer as organizations, count(p.tenant_id)::integer as checked,
      min(p.checked_at) as checked_at
    from tenants t left join book_proofs p on p.tenant_id = t.id
    where ${tenantCondition(sql`t.id`, tenantId)}`.execute(tx);
  const opening = await openingFaults(tx, tenantId);
  const found = await storedCounts(tx, tenantId);
  const shown = [...(await storedFaults(tx, tenantId)), ...opening].slice(0, maxFaults);
  const records = await faultRecords(tx, shown);
  const names = Object.keys(proofChecks) as ProofCheck[];
  return {
    ...exactlyOne(counts),
    checks: names.map((check) => ({
      check,
      faults: check === "opening" ? opening.length : (found.get(check) ?? 0),
    })),
    faults: shown.map((each) => ({
      ...each,
      record: records.get(`${each.tenant_id} ${each.subject}`) ?? null,
    })),
    chain: tenantId === null ? null : await chainHeadOf(tx, tenantId),
  };
}

type ShownFault = Omit<Proof["faults"][number], "record">;

type FaultRecord = NonNullable<Proof["faults"][number]["record"]>;

/**
 * The records that show the faults, by `tenant_id subject`, when the subjects do not identify them.
 */
async function faultRecords(
  tx: Tx,
  faults: readonly ShownFault[],
): Promise<ReadonlyMap<string, FaultRecord>> {
  const named = faults.filter(({ subject }) => subjectWithRecord.test(subject));
  if (named.length === 0) return new Map();
  const { rows } = await sql<FaultRecord & { tenant_id: number; subject: string }>`
    with named as (
      select f.tenant_id, f.subject, split_part(f.subject, ':', 1) as noun, split_part(f.subject, ':', 2)::bigint as id
      from unnest(${named.map((each) => each.tenant_id)}::bigint[], ${named.map((each) => each.subject)}::text[])
        as f(tenant_id, subject)
    )
    select n.tenant_id, n.subject, 'entry' as kind, f.entry_id as id, null::bigint as company_id, null::bigint as run_id
    from named n join funding_transactions f on f.tenant_id = n.tenant_id and f.id = n.id
    where n.noun = 'funding-transaction'
    union all
    select n.tenant_id, n.subject, 'entry', x.intent_entry_id, null, null
    from named n join transfers x on x.tenant_id = n.tenant_id and x.id = n.id where n.noun = 'transfer'
    union all
    select n.tenant_id, n.subject, 'payroll_run', r.id, r.company_id, null
    from named n join payroll_runs r on r.tenant_id = n.tenant_id and r.id = n.id where n.noun = 'payroll-run'
    union all
    select n.tenant_id, n.subject, 'payslip', s.id, r.company_id, r.id
    from named n join payslips s on s.tenant_id = n.tenant_id and s.id = n.id
    join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id where n.noun = 'payslip'
    union all
    select n.tenant_id, n.subject, 'salary_advance', a.id, a.company_id, null
    from named n
    left join advance_allocations l on n.noun = 'advance-allocation' and l.tenant_id = n.tenant_id and l.id = n.id
    join salary_advances a on a.tenant_id = n.tenant_id
      and a.id = case n.noun when 'salary-advance' then n.id else l.advance_id end
    where n.noun in ('salary-advance', 'advance-allocation')`.execute(tx);
  return new Map(
    rows.map(({ tenant_id, subject, ...record }) => [`${tenant_id} ${subject}`, record]),
  );
}

const subjectWithRecord =
  /^(?:funding-transaction|transfer|payroll-run|payslip|salary-advance|advance-allocation):\d{1,18}$/;

/** The number of faults of each check that has some. */
async function storedCounts(
  tx: Tx,
  tenantId: number | null,
): Promise<ReadonlyMap<ProofCheck, number>> {
  // Results stored by earlier versions have no `found`.
  const { rows } = await sql<{ kind: string; found: number }>`
    select k.kind, sum(k.found)::int as found
    from (
      select f.kind, greatest(count(*), max(f.found)) as found
      from book_proofs p cross join lateral jsonb_to_recordset(p.faults) as f(kind text, found integer)
      where p.fault_count > 0 and ${tenantCondition(sql`p.tenant_id`, tenantId)}
      group by p.tenant_id, f.kind) k
    group by k.kind`.execute(tx);
  const counts = new Map<ProofCheck, number>();
  for (const { kind, found } of rows) {
    const check = checkOfFault(kind);
    counts.set(check, (counts.get(check) ?? 0) + found);
  }
  return counts;
}

/** The first stored faults: one of each kind and organization, then the second of each. */
async function storedFaults(tx: Tx, tenantId: number | null): Promise<ShownFault[]> {
  const { rows } = await sql<Fault & { tenant_id: number }>`
    select p.tenant_id, f.kind, f.subject, f.message
    from book_proofs p
    cross join lateral rows from (
      jsonb_to_recordset(p.faults) as (kind text, subject text, message text)
    ) with ordinality as f(kind, subject, message, place)
    where p.fault_count > 0 and ${tenantCondition(sql`p.tenant_id`, tenantId)}
    order by row_number() over (partition by p.tenant_id, f.kind order by f.place), p.tenant_id, f.place
    limit ${maxFaults}`.execute(tx);
  return rows.map((row) => ({ ...row, check: checkOfFault(row.kind) }));
}

/** Organizations whose opening balances do not balance at present. */
async function openingFaults(tx: Tx, tenantId: number | null): Promise<ShownFault[]> {
  const { rows } = await sql<Omit<ShownFault, "kind" | "check">>`
    select o.tenant_id, 'tenant:' || o.tenant_id as subject,
      format('the ledgers were opened with %s kobo more on %s than on the other side', abs(o.net),
        case when o.net > 0 then 'DR' else 'CR' end) as message
    from (
      select l.tenant_id, sum(case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end) as net
      from ledgers l where l.op_balance <> 0 and ${tenantCondition(sql`l.tenant_id`, tenantId)}
      group by l.tenant_id) o
    where o.net <> 0 order by 1 limit 1000`.execute(tx);
  return rows.map((row) => ({ ...row, kind: "opening_difference", check: "opening" as const }));
}

/** Balances of system ledgers, debit positive, by purpose; an organization has one of each. */
export async function systemBalances(
  tx: Tx,
  tenantId: number,
  purposes: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ purpose: string; balance: bigint }>`
    select purpose, balance from ledgers
    where tenant_id = ${tenantId} and purpose = any (${[...purposes]})`.execute(tx);
  return new Map(rows.map(({ purpose, balance }) => [purpose, balance]));
}
