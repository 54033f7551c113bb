import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  maxRehearsedEmployees,
  rehearsalComponents,
  rehearsalList,
  rehearsalTerms as termsSchema,
  type exportRehearsal,
  type getRehearsal,
  type getRehearsalTerms,
  type RehearsedPerson,
  type startRehearsal,
} from "@kontor/contract/payroll/rehearsal";
import { changedTermFacts } from "@kontor/contract/payroll/rehearsed-terms";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { payrollSettingsFrom } from "../../employees/pay/payroll-settings.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { publishAfterCommit } from "../../platform/database/database.ts";
import { presentBatches } from "../../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { OrganizationPath } from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { isPostedRun } from "../calculation/posted-runs.ts";
import {
  enterPayroll,
  payrollAt,
  readRun,
  runNumber,
  selectRuns,
  signedMoneyOf,
  type RunPath,
  type RunRow,
} from "../runs/row.ts";
import { statutoryPackOn, payrollSettingsValueOf } from "../settings.ts";
import { calculationRulesOf, type RehearsalAmounts, type ComparedPerson } from "./compare.ts";
import { rehearsalTermsOf } from "./terms.ts";
import { rehearsalTopic } from "./work.ts";

type Rehearsal = DataOf<typeof getRehearsal>;
type Outcome = NonNullable<Rehearsal["outcome"]>;

/** The last approved run, and by which law and settings it was calculated. @throws Refusal `not_found` */
export async function rehearsalTerms(
  context: Context,
  input: InputOf<typeof getRehearsalTerms>,
): Promise<DataOf<typeof getRehearsalTerms>> {
  const { tx, clock } = context;
  await payrollAt(context, input);
  const run = await lastApproved(tx, input);
  const calculated =
    run === undefined
      ? {
          pack: statutoryPackOn(clock.today()),
          settings: payrollSettingsFrom(await payrollSettingsValueOf(tx, input.tenant_id)),
        }
      : calculationRulesOf(run);
  return {
    run: run === undefined ? null : headOf(run),
    pack: calculated.pack.name,
    terms: rehearsalTermsOf(calculated),
  };
}

/** The number of days for which an abandoned rehearsal is kept. */
const retentionDays = 30;

/**
 * Has the last approved regular run recalculated under other terms, and deletes the caller's
 * earlier rehearsal. Nothing is posted, and no payslip is changed.
 *
 * @throws Refusal `not_found`, `module_off`; `rehearsal_without_run` while no run was approved.
 */
export async function beginRehearsal(
  context: Context,
  { tenant_id, company_id, ...terms }: InputOf<typeof startRehearsal>,
): Promise<Rehearsal> {
  const { tx, actor, clock } = context;
  const path = { tenant_id, company_id };
  await enterPayroll(context, path);
  const run = await lastApproved(tx, path);
  if (run === undefined) throw new Refusal("rehearsal_without_run");
  await sql`
    delete from payroll_rehearsals
    where tenant_id = ${tenant_id} and company_id = ${company_id}
      and (by_user = ${actor.user_id} or created_at < ${clock.now()}::timestamptz - make_interval(days => ${retentionDays}))`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    insert into payroll_rehearsals (tenant_id, company_id, run_id, by_user, terms, people_total, created_at)
    values (${tenant_id}, ${company_id}, ${run.id}, ${actor.user_id},
      ${JSON.stringify(termsSchema.encode(terms))}::jsonb, ${run.people}, ${clock.now()})
    returning id`.execute(tx);
  publishAfterCommit(tx, rehearsalTopic);
  return presentRehearsal(tx, await readRehearsal(tx, { ...path, ...exactlyOne(rows) }));
}

/** The progress of a rehearsal, and its result. @throws Refusal `not_found`, `module_off` */
export async function findRehearsal(
  context: Context,
  input: InputOf<typeof getRehearsal>,
): Promise<Rehearsal> {
  await payrollAt(context, input);
  return presentRehearsal(context.tx, await readRehearsal(context.tx, input));
}

/**
 * The result as a file, with everybody. @throws Refusal `rehearsal_not_done`, and as {@link
 * findRehearsal}
 */
export async function rehearsalFile(
  context: Context,
  input: InputOf<typeof exportRehearsal>,
): Promise<FileResponse> {
  const { tx } = context;
  await payrollAt(context, input);
  const row = await readRehearsal(tx, input);
  if (row.state !== "DONE") throw new Refusal("rehearsal_not_done");
  const run = await readRun(tx, { ...row, id: row.run_id });
  const number = runNumber(run.number);
  return exportFile(context, input.format, {
    list: rehearsalList,
    name: "law-rehearsal",
    parts: [run.period, number],
    facts: [
      ["Payroll Run", number],
      ["Period", monthName(run.period)],
      ...changedTermFacts(rehearsalTermsOf(calculationRulesOf(run)), termsSchema.parse(row.terms)),
    ],
    tenantId: run.tenant_id,
    total: row.people_total,
    rows: presentBatches(readByCursor(tx, selectPeople(row)), presentPerson),
    after: () => [{ label: "Total", cells: totalCells(row.totals) }],
  });
}

type Row = Pick<Rehearsal, "id" | "state"> &
  OrganizationPath & {
    run_id: number;
    terms: unknown;
    people_done: number;
    people_total: number;
    totals: { before: StoredAmounts; after: StoredAmounts };
  };
type StoredAmounts = Readonly<Record<keyof RehearsalAmounts, string>>;

/** @throws Refusal `not_found` */
async function readRehearsal(tx: Tx, { tenant_id, company_id, id }: RunPath): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.tenant_id, r.company_id, r.id, r.run_id, r.terms, r.state, r.people_done, r.people_total, r.totals
    from payroll_rehearsals r
    where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.id = ${id}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The rehearsal");
  return row;
}

async function presentRehearsal(tx: Tx, row: Row): Promise<Rehearsal> {
  const { id, state, people_done, people_total } = row;
  return {
    id,
    run: headOf(await readRun(tx, { ...row, id: row.run_id })),
    terms: termsSchema.parse(row.terms),
    state,
    done: people_done,
    total: people_total,
    outcome: state === "DONE" ? await outcomeOf(tx, row) : null,
  };
}

async function outcomeOf(tx: Tx, row: Row): Promise<Outcome> {
  const { rows: counted } = await sql<Pick<Outcome, "changed_since" | "more" | "less" | "same">>`
    select count(*) filter (where p.changed)::int as changed_since,
      count(*) filter (where p.net_after > p.net_before)::int as more,
      count(*) filter (where p.net_after < p.net_before)::int as less,
      count(*) filter (where p.net_after = p.net_before)::int as same
    from payroll_rehearsal_people p
    where p.tenant_id = ${row.tenant_id} and p.rehearsal_id = ${row.id}`.execute(tx);
  const { rows: people } = await sql<PersonRow>`
    ${selectPeople(row)} limit ${maxRehearsedEmployees}`.execute(tx);
  return {
    ...exactlyOne(counted),
    totals: comparedTotals(row.totals),
    people: people.map(presentPerson),
  };
}

type PersonRow = Omit<ComparedPerson, "changed"> & { staff_no: string; name: string };

/** Everybody, the largest change of net pay first. */
function selectPeople({ tenant_id, id }: Row) {
  return sql<PersonRow>`
    select p.employee_id, e.staff_no, e.last_name || ', ' || e.first_name as name, p.net_before, p.net_after,
      p.paye_difference, p.cost_difference
    from payroll_rehearsal_people p join employees e on e.tenant_id = ${tenant_id} and e.id = p.employee_id
    where p.tenant_id = ${tenant_id} and p.rehearsal_id = ${id}
    order by abs(p.net_after - p.net_before) desc, p.employee_id`;
}

function presentPerson({ net_before, net_after, ...row }: PersonRow): RehearsedPerson {
  return {
    ...row,
    net_before: signedMoneyOf(net_before),
    net_after: signedMoneyOf(net_after),
    net_difference: signedMoneyOf(net_after - net_before),
    paye_difference: signedMoneyOf(row.paye_difference),
    cost_difference: signedMoneyOf(row.cost_difference),
  };
}

function comparedTotals({ before, after }: Row["totals"]): Outcome["totals"] {
  return rehearsalComponents.map((component) => {
    const [was, is] = [BigInt(before[component]), BigInt(after[component])];
    return {
      component,
      before: signedMoneyOf(was),
      after: signedMoneyOf(is),
      difference: signedMoneyOf(is - was),
    };
  });
}

/** The totals of all people below the columns of the file, in kobo. */
function totalCells({ before, after }: Row["totals"]) {
  const change = (component: keyof StoredAmounts) =>
    kobo(BigInt(after[component]) - BigInt(before[component]));
  return {
    net_before: kobo(BigInt(before.net)),
    net_after: kobo(BigInt(after.net)),
    net_difference: change("net"),
    paye_difference: change("paye"),
    cost_difference: change("cost"),
  };
}

async function lastApproved(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    ${selectRuns(sql`r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR'
      and ${isPostedRun(sql`r`)} order by r.period desc limit 1`)}`.execute(tx);
  return atMostOne(rows);
}

function headOf(run: RunRow): Rehearsal["run"] {
  const { id, number, period, status, people } = run;
  return { id, number: runNumber(number), period, status, people };
}
