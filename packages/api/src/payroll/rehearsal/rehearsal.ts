import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  mostRehearsed,
  rehearsalComponents,
  rehearsalList,
  type exportRehearsal,
  type getRehearsalTerms,
  type rehearse,
  type RehearsalTerms,
  type RehearsedPerson,
} from "@kontor/contract/payroll/rehearsal";
import { firstDayOf, monthName } from "@kontor/payroll/month";
import { statutoryPacks } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { rulesOf } from "../../employees/pay/payroll-settings.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { OrganizationPath } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { settingsOf } from "../calculation/calculate.ts";
import { amountsOf, compute, type Computed } from "../calculation/compute.ts";
import { counts } from "../calculation/counted.ts";
import { inputsOf, type EmployeeInput } from "../calculation/inputs.ts";
import {
  calculatedRun,
  payrollAt,
  runNumber,
  selectRuns,
  signed,
  type RunRow,
} from "../runs/row.ts";
import { lawOn } from "../settings.ts";
import { advancesBefore } from "./advances-before.ts";
import { draftOf, termsOf, type Calculated } from "./terms.ts";

type Component = (typeof rehearsalComponents)[number];
type Amounts = Readonly<Record<Component, bigint>>;
type Result = DataOf<typeof rehearse>;

/** People whose payslips are computed together. */
const setSize = 500;

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
      ? { pack: lawOn(clock.today()), settings: rulesOf(await settingsOf(tx, input.tenant_id)) }
      : calculatedWith(run);
  return {
    run: run === undefined ? null : headOf(run),
    pack: calculated.pack.name,
    terms: termsOf(calculated),
  };
}

/**
 * Calculates the last approved regular run under other terms and compares. Nothing is written: both sides are
 * computed from the records of now, so that nothing but the terms makes a difference.
 *
 * @throws Refusal `not_found`, `module_off`; `rehearsal_without_run` while no run was approved.
 */
export async function rehearseRun(
  context: Context,
  input: InputOf<typeof rehearse>,
): Promise<Result> {
  const { run, people, changed_since, totals } = await rehearsed(context, input);
  return {
    run: headOf(run),
    changed_since,
    more: people.filter(({ net_difference: { amount, negative } }) => amount > 0n && !negative)
      .length,
    less: people.filter(({ net_difference }) => net_difference.negative).length,
    same: people.filter(({ net_difference }) => net_difference.amount === 0n).length,
    totals,
    people: people.slice(0, mostRehearsed),
  };
}

/** The same as a file, with everybody. @throws Refusal as {@link rehearseRun} */
export async function rehearsalFile(
  context: Context,
  input: InputOf<typeof exportRehearsal>,
): Promise<FileResponse> {
  const { run, people } = await rehearsed(context, input);
  const number = runNumber(run.number);
  return exportFile(context, input.format, {
    list: rehearsalList,
    name: "law-rehearsal",
    parts: [run.period, number],
    facts: [
      ["Payroll Run", number],
      ["Period", monthName(run.period)],
    ],
    tenantId: run.tenant_id,
    total: people.length,
    rows: inOneBatch(people),
  });
}

async function* inOneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield await Promise.resolve(rows);
}

type Rehearsed = {
  run: RunRow;
  changed_since: number;
  totals: Result["totals"];
  /** Whoever's net pay changes most stands first. */
  people: RehearsedPerson[];
};

async function rehearsed(
  context: Context,
  { tenant_id, company_id, ...terms }: OrganizationPath & RehearsalTerms,
): Promise<Rehearsed> {
  const { tx } = context;
  await payrollAt(context, { tenant_id, company_id });
  const run = await lastApproved(tx, { tenant_id, company_id });
  if (run === undefined) throw new Refusal("rehearsal_without_run");
  const present = calculatedWith(run);
  const draft = draftOf(present, terms);
  const scope = calculatedRun(run);
  const kept = await keptPayslips(tx, run);
  const totals = { before: noAmounts(), after: noAmounts() };
  const people: RehearsedPerson[] = [];
  let changed_since = 0;
  const ids = [...kept.keys()];
  for (let start = 0; start < ids.length; start += setSize) {
    const set = ids.slice(start, start + setSize);
    for (const input of await inputsThen(tx, run, set)) {
      const before = compute({ run: scope, ...present, regularPaid: false }, input);
      const after = compute({ run: scope, ...draft, regularPaid: false }, input);
      if (before === undefined || after === undefined) continue;
      const [was, is] = [amountsFor(before), amountsFor(after)];
      totals.before = added(totals.before, was);
      totals.after = added(totals.after, is);
      const paid = kept.get(input.employee_id);
      if (paid?.net !== was.net || paid.cost !== was.cost) changed_since += 1;
      people.push(personOf(input, was, is));
    }
  }
  people.sort((one, next) => Number(changeOf(next) - changeOf(one)));
  return { run, changed_since, totals: comparedTotals(totals), people };
}

/** How much the net pay of somebody changes, whichever way, in kobo. */
function changeOf({ net_difference }: RehearsedPerson): bigint {
  return net_difference.amount;
}

async function lastApproved(
  tx: Tx,
  { tenant_id, company_id }: OrganizationPath,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    ${selectRuns(sql`r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.cycle = 'REGULAR'
      and ${counts(sql`r`)} order by r.period desc limit 1`)}`.execute(tx);
  return atMostOne(rows);
}

/** The law and settings that the run kept when it was calculated. */
function calculatedWith({ settings, pack, period }: RunRow): Calculated {
  if (settings === null) throw new Error("an approved run was calculated without settings");
  const law = statutoryPacks.find(({ name }) => name === pack) ?? lawOn(firstDayOf(period));
  return { pack: law, settings: rulesOf(settings) };
}

function headOf(run: RunRow): Result["run"] {
  const { id, number, period, status, people } = run;
  return { id, number: runNumber(number), period, status, people };
}

/** What the run's payslips came to, by employee; those who were left out are not rehearsed. */
async function keptPayslips(
  tx: Tx,
  { tenant_id, id }: RunRow,
): Promise<Map<number, { net: bigint; cost: bigint }>> {
  const { rows } = await sql<{ employee_id: number; net: bigint; cost: bigint }>`
    select s.employee_id, s.net, (s.gross + s.employer)::bigint as cost from payslips s
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded
    order by s.employee_id`.execute(tx);
  return new Map(rows.map((row) => [row.employee_id, row]));
}

/** The records of people, with advances owed as before the run recovered its part. */
async function inputsThen(tx: Tx, run: RunRow, ids: readonly number[]): Promise<EmployeeInput[]> {
  const inputs = await inputsOf(tx, calculatedRun(run), ids);
  const recovered = await advancesBefore(tx, run, ids);
  return inputs.map((input) => {
    const then = recovered.get(input.employee_id) ?? [];
    const keys = new Set(then.map(({ key }) => key));
    const others = input.advances.filter(({ key }) => !keys.has(key));
    const advances = [...then, ...others].toSorted(
      (one, next) => Number(one.key) - Number(next.key),
    );
    return { ...input, advances };
  });
}

function amountsFor(computed: Computed): Amounts {
  const { advance_principal, advance_interest, gross, employer, ...amounts } = amountsOf(computed);
  return {
    ...amounts,
    gross,
    advances: advance_principal + advance_interest,
    cost: gross + employer,
  };
}

function noAmounts(): Amounts {
  return Object.fromEntries(rehearsalComponents.map((component) => [component, 0n])) as Amounts;
}

function added(total: Amounts, amounts: Amounts): Amounts {
  const sums = rehearsalComponents.map((each) => [each, total[each] + amounts[each]] as const);
  return Object.fromEntries(sums) as Amounts;
}

function comparedTotals({ before, after }: { before: Amounts; after: Amounts }): Result["totals"] {
  return rehearsalComponents.map((component) => ({
    component,
    before: signed(before[component]),
    after: signed(after[component]),
    difference: signed(after[component] - before[component]),
  }));
}

function personOf(
  { employee_id, staff_no, name }: EmployeeInput,
  was: Amounts,
  is: Amounts,
): RehearsedPerson {
  return {
    employee_id,
    staff_no,
    name,
    net_before: signed(was.net),
    net_after: signed(is.net),
    net_difference: signed(is.net - was.net),
    paye_difference: signed(is.paye - was.paye),
    cost_difference: signed(is.cost - was.cost),
  };
}
