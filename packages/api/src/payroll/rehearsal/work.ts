import { rehearsalTerms } from "@kontor/contract/payroll/rehearsal";
import { sql } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import { batchSize, lease } from "../calculation/calculate.ts";
import { jsonOfAmounts } from "../calculation/stored-pay.ts";
import { readRun, type RunRow } from "../runs/row.ts";
import { addTotals, compareBatch, emptyTotals, type ComparedPerson } from "./compare.ts";

export type RehearsalOptions = {
  database: Database;
  clock: Clock;
  log: { error(detail: object, message: string): void };
};

/** The topic that a commit announces when a rehearsal was requested. */
export const rehearsalTopic = "payroll-rehearsals";

/** Rehearsals as work of the job queue. */
export function rehearsalWork(options: RehearsalOptions): BackgroundWork {
  return {
    queue: "payroll-rehearsals",
    topic: rehearsalTopic,
    run: async (stopping) => {
      await calculateRehearsals(options, stopping);
      return undefined;
    },
  };
}

/** A rehearsal that is being calculated; its terms are as the contract sends them. */
type Rehearsal = {
  tenant_id: number;
  id: number;
  company_id: number;
  run_id: number;
  terms: unknown;
};

/**
 * Calculates the rehearsals that wait, one after the other. Any number of processes may do so; an unfinished
 * rehearsal is started again, and one that was deleted meanwhile is not continued.
 */
export async function calculateRehearsals(
  options: RehearsalOptions,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted === true) return;
    const rehearsal = await claim(options);
    if (rehearsal === undefined) return;
    try {
      await calculate(options, rehearsal, stopping);
    } catch (error) {
      const detail = { err: error, rehearsal_id: rehearsal.id };
      options.log.error(detail, "a payroll rehearsal could not be calculated");
      await within(options, rehearsal, (tx) => fail(tx, rehearsal, options.clock.now()));
    }
  }
}

async function within<Result>(
  { database }: RehearsalOptions,
  { tenant_id }: Rehearsal,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    return work(tx);
  });
}

async function claim({ database, clock }: RehearsalOptions): Promise<Rehearsal | undefined> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const now = clock.now();
    const { rows } = await sql<Rehearsal>`
      select r.tenant_id, r.id, r.company_id, r.run_id, r.terms from payroll_rehearsals r
      where r.state in ('WAITING', 'RUNNING') and (r.leased_until is null or r.leased_until < ${now})
      order by r.tenant_id, r.id limit 1`.execute(tx);
    const found = atMostOne(rows);
    if (found === undefined) return undefined;
    await setTenant(tx, found.tenant_id);
    const { rows: taken } = await sql`
      update payroll_rehearsals set state = 'RUNNING', people_done = 0,
        leased_until = ${new Date(now.getTime() + lease)}
      where tenant_id = ${found.tenant_id} and id = ${found.id} and state in ('WAITING', 'RUNNING')
        and (leased_until is null or leased_until < ${now})
      returning id`.execute(tx);
    return taken.length === 0 ? undefined : found;
  });
}

async function calculate(
  options: RehearsalOptions,
  rehearsal: Rehearsal,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { clock } = options;
  const terms = rehearsalTerms.parse(rehearsal.terms);
  const { run, ids } = await within(options, rehearsal, (tx) => begin(tx, rehearsal));
  let totals = emptyTotals();
  for (let start = 0; start < ids.length; start += batchSize) {
    if (stopping?.aborted === true) return;
    const batch = ids.slice(start, start + batchSize);
    const compared = await within(options, rehearsal, async (tx) => {
      const until = new Date(clock.now().getTime() + lease);
      if (!(await saveProgress(tx, rehearsal, start + batch.length, until))) return undefined;
      const result = await compareBatch(tx, run, terms, batch);
      await savePeople(tx, rehearsal, result.people);
      return result;
    });
    if (compared === undefined) return;
    totals = addTotals(totals, compared.totals);
  }
  await within(options, rehearsal, async (tx) => {
    await sql`
      update payroll_rehearsals set state = 'DONE', leased_until = null, finished_at = ${clock.now()},
        totals = ${jsonOfAmounts(totals)}::jsonb
      where tenant_id = ${rehearsal.tenant_id} and id = ${rehearsal.id} and state = 'RUNNING'`.execute(
      tx,
    );
  });
}

/** The run, and the people whose payslips are computed: everybody not excluded. */
async function begin(tx: Tx, rehearsal: Rehearsal): Promise<{ run: RunRow; ids: number[] }> {
  const { tenant_id, company_id, run_id, id } = rehearsal;
  const run = await readRun(tx, { tenant_id, company_id, id: run_id });
  const { rows } = await sql<{ employee_id: number }>`
    select s.employee_id from payslips s
    where s.tenant_id = ${tenant_id} and s.run_id = ${run_id} and not s.excluded
    order by s.employee_id`.execute(tx);
  const ids = rows.map(({ employee_id }) => employee_id);
  await sql`
    update payroll_rehearsals set people_total = ${ids.length}
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  return { run, ids };
}

/** @returns false when the rehearsal was deleted or ended meanwhile */
async function saveProgress(
  tx: Tx,
  { tenant_id, id }: Rehearsal,
  done: number,
  leasedUntil: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update payroll_rehearsals set people_done = ${done}, leased_until = ${leasedUntil}
    where tenant_id = ${tenant_id} and id = ${id} and state = 'RUNNING' returning id`.execute(tx);
  return rows.length > 0;
}

/** Stores the results of people, replacing those of an unfinished calculation. */
async function savePeople(
  tx: Tx,
  { tenant_id, id }: Rehearsal,
  people: readonly ComparedPerson[],
): Promise<void> {
  if (people.length === 0) return;
  const of = (name: keyof ComparedPerson) => people.map((person) => person[name]);
  await sql`
    insert into payroll_rehearsal_people (tenant_id, rehearsal_id, employee_id, net_before, net_after,
      paye_difference, cost_difference, changed)
    select ${tenant_id}, ${id}, p.* from unnest(${of("employee_id")}::bigint[], ${of("net_before")}::bigint[],
      ${of("net_after")}::bigint[], ${of("paye_difference")}::bigint[], ${of("cost_difference")}::bigint[],
      ${of("changed")}::boolean[]) as p
    on conflict (tenant_id, rehearsal_id, employee_id) do update set net_before = excluded.net_before,
      net_after = excluded.net_after, paye_difference = excluded.paye_difference,
      cost_difference = excluded.cost_difference, changed = excluded.changed`.execute(tx);
}

async function fail(tx: Tx, { tenant_id, id }: Rehearsal, now: Date): Promise<void> {
  await sql`
    update payroll_rehearsals set state = 'FAILED', leased_until = null, finished_at = ${now}
    where tenant_id = ${tenant_id} and id = ${id} and state = 'RUNNING'`.execute(tx);
}
