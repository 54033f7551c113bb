import { kobo, printMoney, sum } from "@kontor/books/money";
import { reverseAllocation, type Allocation } from "@kontor/payroll/advances/allocation";
import { sql } from "kysely";

import type { Poster } from "../../accounting/entries/postings.ts";
import { auditAll } from "../../platform/audit.ts";
import type { Tx } from "../../platform/scope.ts";
import { allocatedOf, plansOf, type AdvanceRow } from "../records/advance.ts";

/** The part of an advance that a payslip recovers. */
export type Recovery = Allocation & { advance_id: number; payslip_id: number };

/** The entry that posts recoveries, and its business date. */
export type RecoveryEntry = { entry_id: number; date: string };

/**
 * Locks advances until the transaction ends, in the common order; call it before locking ledgers.
 */
export async function lockAdvances(
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
): Promise<AdvanceRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AdvanceRow>`
    select a.* from salary_advances a
    where a.tenant_id = ${tenantId} and a.id = any (${[...ids]}::bigint[])
    order by a.id for no key update`.execute(tx);
  return rows;
}

/**
 * Stores what approved payslips recover of advances: the allocations, the advances' sums and the
 * approver. The advances must be locked and owe the amounts. The caller posts the entry.
 */
export async function recordRecoveries(
  poster: Poster,
  tenantId: number,
  entry: RecoveryEntry,
  recoveries: readonly Recovery[],
): Promise<void> {
  await recordAllocations(poster, tenantId, entry, {
    kind: "PAYSLIP",
    action: "salary-advance.recovered",
    parts: recoveries.map((recovery) => ({ ...recovery, reverses_id: null })),
  });
}

/** What a reversed payslip undoes: the reversed allocation, and how the amount divides. */
export type ReversedRecovery = Recovery & { reverses_id: number };

/**
 * How the amounts recovered by a run's payslips become owed again. Without later repayments these
 * are exactly the recovered amounts; later repayments move forward in the plan. Locks the advances.
 */
export async function recoveriesToReverse(
  tx: Tx,
  tenantId: number,
  runId: number,
): Promise<ReversedRecovery[]> {
  type StoredRecovery = Recovery & { id: number };
  const { rows: stored } = await sql<StoredRecovery>`
    select l.id, l.advance_id, l.payslip_id, l.principal, l.interest
    from payslips s join advance_allocations l on l.tenant_id = ${tenantId} and l.payslip_id = s.id
    where s.tenant_id = ${tenantId} and s.run_id = ${runId} and l.kind = 'PAYSLIP'
    order by l.id`.execute(tx);
  const ids = stored.map(({ advance_id }) => advance_id);
  const advances = await lockAdvances(tx, tenantId, ids);
  const plans = await plansOf(tx, tenantId, advances);
  const rows = new Map(advances.map((row) => [row.id, row]));
  return stored.map(({ id, advance_id, payslip_id, principal, interest }) => {
    const row = rows.get(advance_id);
    const plan = plans.get(advance_id);
    if (row === undefined || plan === undefined) throw new Error(`no advance ${advance_id}`);
    const parts = reverseAllocation(plan, allocatedOf(row), sum([principal, interest]));
    return { ...parts, advance_id, payslip_id, reverses_id: id };
  });
}

/**
 * Reverses the recoveries of reversed payslips: stores rows with negative amounts and updates the
 * advances' sums.
 */
export async function reverseRecoveries(
  poster: Poster,
  tenantId: number,
  entry: RecoveryEntry,
  returned: readonly ReversedRecovery[],
): Promise<void> {
  await recordAllocations(poster, tenantId, entry, {
    kind: "REVERSAL",
    action: "salary-advance.recovery-reversed",
    parts: returned.map(({ principal, interest, ...part }) => ({
      ...part,
      principal: kobo(-principal),
      interest: kobo(-interest),
    })),
  });
}

async function recordAllocations(
  poster: Poster,
  tenantId: number,
  { entry_id, date }: RecoveryEntry,
  what: {
    kind: "PAYSLIP" | "REVERSAL";
    action: string;
    parts: readonly (Recovery & { reverses_id: number | null })[];
  },
): Promise<void> {
  const { kind, action, parts } = what;
  if (parts.length === 0) return;
  const { tx, recordedAt, actorId } = poster;
  const list = JSON.stringify(parts, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  await sql`
    with parts as (
      select * from jsonb_to_recordset(${list}::jsonb) as p(advance_id bigint, payslip_id bigint, principal bigint,
        interest bigint, reverses_id bigint)
    ), kept as (
      insert into advance_allocations (tenant_id, advance_id, kind, date, principal, interest, payslip_id,
        reverses_id, entry_id, recorded_at, recorded_by)
      select ${tenantId}, p.advance_id, ${kind}, ${date}::date, p.principal, p.interest, p.payslip_id, p.reverses_id,
        ${entry_id}, ${recordedAt}, ${actorId}::bigint
      from parts p order by p.advance_id, p.payslip_id
    )
    update salary_advances a set version = a.version + 1, updated_at = ${recordedAt},
      allocated_principal = a.allocated_principal + p.principal,
      allocated_interest = a.allocated_interest + p.interest
    from (select advance_id, sum(principal)::bigint as principal, sum(interest)::bigint as interest
      from parts group by advance_id) p
    where a.tenant_id = ${tenantId} and a.id = p.advance_id`.execute(tx);
  await auditAll(
    poster,
    tenantId,
    parts.map(({ advance_id, payslip_id, principal, interest }) => ({
      action,
      subject: `salary-advance:${advance_id}`,
      detail: { payslip_id, amount: printMoney(sum([principal, interest])), entry_id },
    })),
  );
}
