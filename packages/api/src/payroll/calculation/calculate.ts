import { errorSentence } from "@kontor/contract/error-codes";
import { suspendedReason } from "@kontor/contract/payroll/changes";
import type { PayrollSettingsValue } from "@kontor/contract/payroll/settings";
import { firstDayOf } from "@kontor/payroll/month";
import { varianceOf, runVariance, type Variance } from "@kontor/payroll/payslip/variance";
import { sql } from "kysely";

import { payrollSettingsFrom } from "../../employees/pay/payroll-settings.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import { statutoryPackOn, payrollSettingsValueOf } from "../settings.ts";
import { computePayslip, varianceFor, type CalculationTerms } from "./compute.ts";
import { saveInputsState } from "./inputs-state.ts";
import { inputsOf, employeeIdsOf } from "./inputs.ts";
import { findComparedRun, isRegularRunOver, type ComparedRun } from "./posted-runs.ts";
import type { RunScope } from "./run-scope.ts";
import { savePayslips, payslipColumns, type PayslipColumns } from "./save-payslips.ts";
import { jsonOfAmounts } from "./stored-pay.ts";
import { comparedPayslipFrom, figureColumns, type StoredFigures } from "./stored-payslip.ts";
import { refreshTotals } from "./totals.ts";

export type CalculationOptions = {
  database: Database;
  clock: Clock;
  log: { error(detail: object, message: string): void };
};

/** The topic that a commit announces when a run waits for its calculation. */
export const calculationTopic = "payroll-calculations";

/** The calculation of runs as work of the job queue. */
export function calculationWork(options: CalculationOptions): BackgroundWork {
  return {
    queue: "payroll-calculations",
    topic: calculationTopic,
    run: async (stopping) => {
      await calculateRuns(options, stopping);
      return undefined;
    },
  };
}

/** Milliseconds after which another process may take over work whose lease was not renewed. */
export const lease = 60_000;
/**
 * People who are computed and stored together: few, so that memory stays small and progress is
 * visible.
 */
export const batchSize = 200;
/** Batches calculated concurrently: while the database reads and stores some, others are computed. */
const maxConcurrentBatches = 2;

type Run = RunScope & { generation: number };

/**
 * Calculates the waiting runs one after the other, in batches of two hundred people, so that progress
 * is visible. Any number of processes may do this at the same time.
 */
export async function calculateRuns(
  options: CalculationOptions,
  stopping?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (stopping?.aborted === true) return;
    const run = await claim(options);
    if (run === undefined) return;
    try {
      await calculate(options, run, stopping);
    } catch (error) {
      options.log.error({ err: error, run_id: run.id }, "a payroll run could not be calculated");
      await fail(options, run);
    }
  }
}

const runColumns = sql`
  r.tenant_id, r.id, r.company_id, to_char(r.period, 'YYYY-MM') as period, r.cycle,
  r.employee_ids::text[] as employees, r.payday, r.generation`;
type RunRow = Omit<Run, "employee_ids"> & { employees: string[] | null };

function runFrom({ employees, ...run }: RunRow): Run {
  return { ...run, employee_ids: employees === null ? null : employees.map(Number) };
}

async function claim({ database, clock }: CalculationOptions): Promise<Run | undefined> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const now = clock.now();
    const { rows } = await sql<RunRow>`
      select ${runColumns} from payroll_runs r
      where r.calculation in ('WAITING', 'RUNNING') and (r.leased_until is null or r.leased_until < ${now})
      order by r.tenant_id, r.id limit 1`.execute(tx);
    const found = atMostOne(rows);
    if (found === undefined) return undefined;
    await setTenant(tx, found.tenant_id);
    const { rows: taken } = await sql`
      update payroll_runs set leased_until = ${new Date(now.getTime() + lease)}, calculation = 'RUNNING'
      where tenant_id = ${found.tenant_id} and id = ${found.id} and generation = ${found.generation}
        and calculation in ('WAITING', 'RUNNING') and (leased_until is null or leased_until < ${now})
      returning id`.execute(tx);
    return taken.length === 0 ? undefined : runFrom(found);
  });
}

async function calculate(
  { database, clock, log }: CalculationOptions,
  run: Run,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const within = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.transaction(async (tx) => {
      await setTenant(tx, run.tenant_id);
      return work(tx);
    });
  const job = await within((tx) => begin(tx, run));
  if (job === undefined) return;
  const waiting = batchesOf(job.people).values();
  let continues = true;
  const worker = async (): Promise<void> => {
    for (const ids of waiting) {
      if (!continues || stopping?.aborted === true) return;
      const isRunning = await within(async (tx) => {
        await calculateBatch(tx, job, ids);
        return saveProgress(tx, run, ids.length, new Date(clock.now().getTime() + lease));
      });
      if (!isRunning) continues = false;
    }
  };
  // Wait for all workers before the run fails, so that none of them stores anything afterwards.
  const results = await Promise.allSettled(Array.from({ length: maxConcurrentBatches }, worker));
  for (const result of results) if (result.status === "rejected") throw result.reason;
  if (!continues || stopping?.aborted === true) return;
  await within((tx) => finish(tx, job, clock.now()));
  // Without the state, the page of the calculated run compares all inputs, which takes longer.
  await within((tx) => saveInputsState(tx, run)).catch((err: unknown) =>
    log.error({ err, run_id: run.id }, "the state of a run's inputs could not be stored"),
  );
}

/** Splits people into batches, so that memory stays small. */
export function batchesOf(people: readonly number[]): number[][] {
  const batches: number[][] = [];
  for (let start = 0; start < people.length; start += batchSize) {
    batches.push(people.slice(start, start + batchSize));
  }
  return batches;
}

type CalculationJob = {
  run: Run;
  terms: CalculationTerms;
  before: ComparedRun | undefined;
  /** The reversed run that this one replaces; null where there is none. */
  reversed: number | null;
  people: number[];
};

/**
 * Determines the inputs common to the run, and its people.
 *
 * @returns undefined when a newer calculation of the run was requested meanwhile.
 */
async function begin(tx: Tx, run: Run): Promise<CalculationJob | undefined> {
  const settings = await payrollSettingsValueOf(tx, run.tenant_id);
  const terms = await calculationTermsOf(tx, run, settings);
  const before = await findComparedRun(tx, run);
  const reversed = await findReversedRun(tx, run);
  const people = await employeeIdsOf(tx, run);
  const { rows } = await sql`
    update payroll_runs set people_done = 0, people_total = ${people.length}, calculation = 'RUNNING',
      settings = ${JSON.stringify(settings)}::jsonb, pack = ${terms.pack.name}, compared_with_id = ${before?.id ?? null}
    where tenant_id = ${run.tenant_id} and id = ${run.id} and generation = ${run.generation}
      and calculation in ('WAITING', 'RUNNING')
    returning id`.execute(tx);
  if (rows.length === 0) return undefined;
  return { run, terms, before, reversed, people };
}

/** The terms of all payslips of a run: these settings and the law of its month. */
export async function calculationTermsOf(
  tx: Tx,
  run: RunScope,
  settings: PayrollSettingsValue,
): Promise<CalculationTerms> {
  const regularPaid = run.cycle === "OFF_CYCLE" && (await isRegularRunOver(tx, run));
  return {
    run,
    settings: payrollSettingsFrom(settings),
    pack: statutoryPackOn(firstDayOf(run.period)),
    regularPaid,
  };
}

async function calculateBatch(
  tx: Tx,
  { run, terms, before, reversed }: CalculationJob,
  ids: number[],
): Promise<void> {
  const inputs = await inputsOf(tx, run, ids);
  const earlier = await comparedPayslips(tx, run, before, ids);
  const exclusions = await exclusionsIn(tx, run, ids, reversed);
  const toSave = inputs.flatMap((input): PayslipColumns[] => {
    const computed = computePayslip(terms, input);
    if (computed === undefined) return [];
    const chosen = exclusions.get(input.employee_id);
    const suspended = input.suspended ? suspendedReason : "";
    const reason = chosen?.excluded_reason ?? suspended;
    const excluded = chosen?.excluded ?? input.suspended;
    const previous = earlier.get(input.employee_id) ?? null;
    const variance =
      before === undefined
        ? null
        : varianceFor(previous && comparedPayslipFrom(previous, before), computed, excluded);
    const excluded_reason = excluded ? reason : "";
    return [payslipColumns({ ...computed, variance, excluded, excluded_reason })];
  });
  await savePayslips(tx, run, toSave);
  const kept = [...exclusions.values()].flatMap(({ employee_id, own }) =>
    own ? [] : [employee_id],
  );
  if (reversed !== null && kept.length > 0) await copyExclusions(tx, run, reversed, kept);
}

/** Payslips of the previous run by employee, without those excluded there. */
async function comparedPayslips(
  tx: Tx,
  run: RunScope,
  before: ComparedRun | undefined,
  ids: readonly number[],
): Promise<Map<number, StoredFigures>> {
  if (before === undefined) return new Map();
  const { rows } = await sql<StoredFigures>`
    select ${figureColumns} from payslips s
    where s.tenant_id = ${run.tenant_id} and s.run_id = ${before.id} and not s.excluded
      and s.employee_id = any (${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.employee_id, row]));
}

type Exclusion = {
  employee_id: number;
  excluded: boolean;
  excluded_reason: string;
  /** Whether it was decided in the run itself, rather than in the reversed run before it. */
  own: boolean;
};

/**
 * Exclusions and inclusions decided by a user, which a recalculation keeps. For people who have no payslip in
 * the run yet, those of the reversed run before it hold.
 */
async function exclusionsIn(
  tx: Tx,
  run: Run,
  ids: readonly number[],
  reversed: number | null,
): Promise<Map<number, Exclusion>> {
  if (run.generation === 1 && reversed === null) return new Map();
  const { rows } = await sql<Exclusion>`
    select s.employee_id, s.excluded, s.excluded_reason, s.run_id = ${run.id} as own from payslips s
    where s.tenant_id = ${run.tenant_id} and s.run_id in (${run.id}, ${reversed}::bigint) and s.excluded_by_hand
      and s.employee_id = any (${[...ids]}::bigint[])
      and (s.run_id = ${run.id} or not exists (
        select from payslips o
        where o.tenant_id = ${run.tenant_id} and o.run_id = ${run.id} and o.employee_id = s.employee_id))`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.employee_id, row]));
}

/**
 * The reversed run that a run replaces: the last one of the same month, cycle and people; null where there
 * is none, or where a run that was not reversed has replaced it already. An off-cycle run for other people
 * replaces none, so that somebody who was excluded can be paid by a run that names them.
 */
async function findReversedRun(tx: Tx, run: RunScope): Promise<number | null> {
  const people = run.employee_ids === null ? null : [...run.employee_ids];
  const { rows } = await sql<{ id: number; reversed: boolean }>`
    select r.id, r.status = 'REVERSED' as reversed from payroll_runs r
    where r.tenant_id = ${run.tenant_id} and r.company_id = ${run.company_id} and r.cycle = ${run.cycle}
      and r.period = ${firstDayOf(run.period)}::date and r.id < ${run.id}
      and (r.employee_ids is null and ${people}::bigint[] is null
        or r.employee_ids @> ${people}::bigint[] and r.employee_ids <@ ${people}::bigint[])
    order by r.id desc limit 1`.execute(tx);
  const last = atMostOne(rows);
  return last?.reversed === true ? last.id : null;
}

/** Copies to new payslips who decided on the exclusion in the reversed run, and in which run. */
async function copyExclusions(
  tx: Tx,
  run: RunScope,
  reversed: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update payslips s set excluded_by_hand = true, exclusion_by = o.exclusion_by, exclusion_at = o.exclusion_at,
      exclusion_run_id = coalesce(o.exclusion_run_id, o.run_id)
    from payslips o
    where s.tenant_id = ${run.tenant_id} and s.run_id = ${run.id} and s.employee_id = any (${[...ids]}::bigint[])
      and o.tenant_id = ${run.tenant_id} and o.run_id = ${reversed} and o.employee_id = s.employee_id`.execute(
    tx,
  );
}

async function saveProgress(tx: Tx, run: Run, done: number, leasedUntil: Date): Promise<boolean> {
  const { rows } = await sql`
    update payroll_runs set people_done = people_done + ${done}, leased_until = ${leasedUntil}
    where tenant_id = ${run.tenant_id} and id = ${run.id} and generation = ${run.generation}
      and calculation = 'RUNNING'
    returning id`.execute(tx);
  return rows.length > 0;
}

async function finish(tx: Tx, { run, before }: CalculationJob, now: Date): Promise<void> {
  const { tenant_id, id, generation } = run;
  const { rows } = await sql`
    update payroll_runs set calculation = 'DONE', calculated_at = ${now}, updated_at = ${now}, leased_until = null,
      problem = '', version = version + 1
    where tenant_id = ${tenant_id} and id = ${id} and generation = ${generation} and calculation = 'RUNNING'
    returning id`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    delete from payslips where tenant_id = ${tenant_id} and run_id = ${id} and generation <> ${generation}`.execute(
    tx,
  );
  const leavers = before === undefined ? [] : await leaversOf(tx, run, before);
  await sql`
    update payroll_runs set leavers = ${jsonOfAmounts(runVariance(leavers).parts)}::jsonb
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  await refreshTotals(tx, run);
  await sql`
    insert into payroll_run_events (tenant_id, run_id, event, at)
    values (${tenant_id}, ${id}, 'CALCULATED', ${now})`.execute(tx);
}

/** The variances of people with a payslip in the previous run and none in this one. */
async function leaversOf(tx: Tx, run: RunScope, before: ComparedRun): Promise<Variance[]> {
  const { rows: left } = await sql<{ employee_id: number }>`
    select employee_id from payslips
    where tenant_id = ${run.tenant_id} and run_id = ${before.id} and not excluded
    except
    select employee_id from payslips where tenant_id = ${run.tenant_id} and run_id = ${run.id}`.execute(
    tx,
  );
  const ids = left.map(({ employee_id }) => employee_id);
  const { rows } = await sql<StoredFigures & { exit: string | null }>`
    select ${figureColumns}, e.exit_date as exit from payslips s
    join employees e on e.tenant_id = ${run.tenant_id} and e.id = s.employee_id
    where s.tenant_id = ${run.tenant_id} and s.run_id = ${before.id} and s.employee_id = any (${ids}::bigint[])`.execute(
    tx,
  );
  return rows.map(({ exit, ...row }) => varianceOf(comparedPayslipFrom(row, before), null, exit));
}

async function fail(
  { database, clock }: CalculationOptions,
  { tenant_id, id, generation }: Run,
): Promise<void> {
  await database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    await sql`
      update payroll_runs set calculation = 'FAILED', problem = ${errorSentence("calculation_failed")},
        leased_until = null, updated_at = ${clock.now()}
      where tenant_id = ${tenant_id} and id = ${id} and generation = ${generation}
        and calculation = 'RUNNING'`.execute(tx);
  });
}
