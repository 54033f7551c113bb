import { kobo } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { formatCount, formatDate, formatMoney } from "@kontor/contract/format";
import { scheduleFacts } from "@kontor/contract/pay-reports/facts";
import { dueStatusTitles } from "@kontor/contract/pay-reports/statutory-dues";
import {
  hasAuthorities,
  noAuthority,
  scheduleList,
  scheduleTotal,
  type ScheduleColumn,
  type ScheduleKind,
  type statutoryScheduleReport,
} from "@kontor/contract/pay-reports/statutory-schedules";
import { recordGapTitles, type RecordGap } from "@kontor/contract/payroll/record-gaps";
import { authorityName } from "@kontor/contract/payroll/remittances";
import { signedKobo, formatPeople } from "@kontor/contract/payroll/runs";
import { nigerianStates } from "@kontor/contract/reference/nigeria";
import { pensionAdministrators } from "@kontor/contract/reference/pension-administrators";
import { isYearly, yearlyReturnDueOn } from "@kontor/payroll/statutory/remittance";
import { sql } from "kysely";

import { closingMovements } from "../../accounting/totals/closings.ts";
import { ledgerMovements } from "../../accounting/totals/ledger-totals.ts";
import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { firstDayOfPeriod, remittancesOf } from "../../payroll/remittances/remittances.ts";
import { gapsAmong } from "../../payroll/runs/record-gaps.ts";
import { signedMoneyOf } from "../../payroll/runs/row.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import {
  countAndSums,
  limitOffset,
  sortOrders,
  presentBatches,
  sorted,
} from "../../platform/database/list.ts";
import { type ListExport } from "../../platform/export/export-file.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { payrollTenant } from "./payroll-filter.ts";
import {
  scheduleRows,
  summedColumns,
  type ScheduleQueryRow,
  type ScheduleFilter,
  type ScheduleSums,
} from "./schedule-rows.ts";
import { duesOf, type StatutoryDue } from "./statutory-dues.ts";

type Schedule = DataOf<typeof statutoryScheduleReport.read>;
type Row = Schedule["rows"][number];
type Input = Omit<InputOf<typeof statutoryScheduleReport.read>, "page" | "per_page">;

/**
 * Ids of states and pension fund administrators, ordered by name. An id of one kind is never an id
 * of the other.
 */
const authoritiesByName = [
  ...nigerianStates.map(({ id }) => String(id)),
  ...pensionAdministrators
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
    .map(({ id }) => id),
];

const byPlace = [sql`q.place`] as const;
const byAmount = [sql`q.amount`] as const;
const byGross = [sql`q.gross`] as const;
const orderBy = sortOrders(
  {
    place: [],
    staff_no: [sql`lower(q.staff_no)`],
    surname: [sql`lower(q.surname)`],
    other_names: [sql`lower(q.other_names)`],
    name: [sql`lower(q.surname)`, sql`lower(q.other_names)`],
    gender: [sql`q.gender`],
    authority: [sql`array_position(${sql.val(authoritiesByName)}::text[], q.authority)`],
    basic: [sql`q.basic`],
    housing: [sql`q.housing`],
    transport: [sql`q.transport`],
    gross: byGross,
    income: byGross,
    year_gross: byGross,
    payroll: byGross,
    employee: [sql`q.employee`],
    employer: [sql`q.employer`],
    reliefs: [sql`q.reliefs`],
    chargeable: [sql`q.chargeable`],
    tax: byAmount,
    remitted: [sql`q.remitted`],
    total: byAmount,
    contribution: byAmount,
    year_tax: byAmount,
  },
  byPlace,
);

/**
 * A page of an organization's schedule, with the totals of the whole, the amount due and the amount
 * remitted. Personal numbers are masked.
 *
 * @throws Refusal `organization_required`, `not_found`, `module_off`, `secret_unreadable`.
 */
export async function statutorySchedule(
  context: Context,
  input: InputOf<typeof statutoryScheduleReport.read>,
): Promise<Schedule & { total: number }> {
  const { tx } = context;
  const filter = await scheduleFilter(context, input);
  const { rows } = await sql<ScheduleQueryRow>`
    ${sorted(scheduleRows(filter), input.sort, orderBy)} ${limitOffset(input)}`.execute(tx);
  const show = presenter(context, filter, true);
  return {
    rows: rows.map((row) => show(row)),
    ...(await totalsOf(tx, filter)),
    ...(await duesOfSchedule(context, filter)),
    gaps: await gapsOf(tx, filter),
    turnover: await turnoverOf(context, filter),
  };
}

/**
 * Exports the whole schedule as a file, with unmasked personal numbers because the authority
 * requires them.
 */
export async function statutoryScheduleFile(
  context: Context,
  input: InputOf<typeof statutoryScheduleReport.file>,
): Promise<ListExport<Row, ScheduleColumn>> {
  const { tx } = context;
  const filter = await scheduleFilter(context, input);
  const { total, totals } = await totalsOf(tx, filter);
  const head = await duesOfSchedule(context, filter);
  const turnover = await turnoverOf(context, filter);
  const { authority, kind } = filter;
  return {
    list: scheduleList(kind, authority === null),
    name: kind === "H1" ? "paye-h1" : `${kind.toLowerCase()}-schedule`,
    parts: [input.period, authority === null || authority === "" ? null : authority],
    facts: [
      ...scheduleFacts(input),
      ["Employees", formatCount(total)],
      ...fact("Turnover", turnover && formatMoney(kobo(signedKobo(turnover)))),
      ...fact("Due", head.due_on && formatDate(head.due_on)),
      ...remittedFact(head.dues),
      ...(await gapsOf(tx, filter)).map(({ gap, people }): [string, string] => [
        recordGapTitles[gap],
        formatPeople(people),
      ]),
    ],
    tenantId: filter.tenantId,
    total,
    rows: presentBatches(
      readByCursor(tx, sorted(scheduleRows(filter), input.sort, orderBy)),
      presenter(context, filter, false),
    ),
    after: () => (total === 0 ? [] : [scheduleTotal(totals)]),
  };
}

/**
 * The remitted amount and status, if the schedule is for a single authority; an overview covers
 * several.
 */
function remittedFact([due, another]: readonly StatutoryDue[]): [string, string][] {
  if (due === undefined || another !== undefined) return [];
  return [["Remitted", `${formatMoney(due.remitted)}, ${dueStatusTitles[due.status]}`]];
}

async function scheduleFilter(context: Context, input: Input): Promise<ScheduleFilter> {
  const { kind, authority } = input;
  return {
    tenantId: await payrollTenant(context, input.tenant_id),
    kind,
    period: firstDayOfPeriod(input.period),
    authority:
      authority === undefined || !hasAuthorities(kind)
        ? null
        : authority === noAuthority
          ? ""
          : authority,
  };
}

async function totalsOf(
  tx: Tx,
  filter: ScheduleFilter,
): Promise<{ total: number; totals: Schedule["totals"] }> {
  const { total, ...sums } = await countAndSums(tx, scheduleRows(filter), summedColumns);
  return { total, totals: presentAmounts(sums) };
}

type GapsOfKind = { number?: RecordGap; authority?: RecordGap };

/** The record gap that a missing number, or a missing authority, is reported as. */
const gapsOfKind: Readonly<Record<ScheduleKind, GapsOfKind>> = {
  PAYE: { number: "tax_id", authority: "state" },
  PENSION: { number: "rsa_pin", authority: "pfa" },
  NHF: { number: "nhf_number" },
  NSITF: {},
  ITF: {},
  H1: { number: "tax_id" },
};

/** The data that employee records lack for the schedule. */
async function gapsOf(tx: Tx, filter: ScheduleFilter): Promise<Schedule["gaps"]> {
  const { number, authority } = gapsOfKind[filter.kind];
  const lacking = [
    ...(number === undefined ? [] : [{ gap: number, is: sql`q.number is null` }]),
    ...(authority === undefined ? [] : [{ gap: authority, is: sql`q.authority = ''` }]),
  ];
  if (lacking.length === 0) return [];
  return gapsAmong(
    tx,
    lacking.map(({ gap }) => gap),
    sql`
      select q.employee_id, q.surname || ', ' || q.other_names as name,
        ${sql.join(lacking.map(({ gap, is }) => sql`${is} as ${sql.ref(gap)}`))}
      from (${scheduleRows(filter)}) q`,
  );
}

type ScheduleDues = Pick<Schedule, "dues" | "remittances" | "due_on">;

async function duesOfSchedule(context: Context, filter: ScheduleFilter): Promise<ScheduleDues> {
  const { tenantId, kind, period, authority } = filter;
  if (kind === "H1") return { dues: [], remittances: [], due_on: yearlyReturnDueOn(period) };
  const all = await duesOf(context, { tenantId, from: period, to: period });
  const dues = all.filter(
    (due) => due.scheme === kind && (authority === null || due.authority === authority),
  );
  const days = dues.flatMap(({ due_on }) => (due_on === null ? [] : [due_on])).toSorted();
  const of_one = authority ?? (hasAuthorities(kind) ? null : "");
  return {
    dues,
    remittances:
      of_one === null
        ? []
        : await remittancesOf(context.tx, tenantId, { scheme: kind, authority: of_one, period }),
    due_on: days[0] ?? null,
  };
}

/**
 * The year's income from the books, for callers who may read them. Year-end closing entries are not
 * turnover.
 */
async function turnoverOf(
  { tx, actor }: Context,
  { tenantId, kind, period }: ScheduleFilter,
): Promise<Schedule["turnover"]> {
  if (!isYearly(kind as "ITF") || !actor.permissions.includes("accounting.read")) return null;
  const year = period.slice(0, 4);
  const days = { start_date: `${year}-01-01`, end_date: `${year}-12-31` };
  const moved = (await ledgerMovements(tx, tenantId, days))
    .filter(({ group }) => group.code.startsWith("03"))
    .reduce((total, { debit, credit }) => total + credit - debit, 0n);
  const closed = (await closingMovements(tx, tenantId, days))
    .filter((closing) => closing.class === "03")
    .reduce((total, { net }) => total + net, 0n);
  return signedMoneyOf(moved + closed);
}

const numberKinds = { PAYE: "tax_id", H1: "tax_id", PENSION: "rsa_pin" } as const;

/** Returns a function that converts rows for display, with masked or full numbers. */
function presenter({ environment }: Context, { tenantId, kind }: ScheduleFilter, covered: boolean) {
  const numbers = personalNumbers(environment, tenantId);
  const sealed = kind in numberKinds ? numberKinds[kind as "PAYE"] : null;
  const open = (number: string | null) => {
    if (sealed === null) return number;
    return covered ? numbers.mask(sealed, number) : numbers.open(sealed, number);
  };
  return (draft: ScheduleQueryRow): Row => {
    const { place, number, run_id, payslip_id, payslips, authority } = draft;
    const { tenant_id, company_id, employee_id, staff_no, surname, other_names, gender } = draft;
    return {
      place: Number(place),
      tenant_id,
      company_id,
      employee_id,
      staff_no,
      surname,
      other_names,
      number: open(number),
      gender,
      authority,
      authority_name: hasAuthorities(kind) ? authorityName(kind as "PAYE", authority) : "",
      ...presentAmounts(draft),
      payslips,
      payslip: run_id === null || payslip_id === null ? null : { run_id, id: payslip_id },
    };
  };
}

function presentAmounts(row: ScheduleSums): Schedule["totals"] {
  return {
    basic: signedMoneyOf(row.basic),
    housing: signedMoneyOf(row.housing),
    transport: signedMoneyOf(row.transport),
    gross: signedMoneyOf(row.gross),
    employee: kobo(row.employee),
    employer: kobo(row.employer),
    reliefs: kobo(row.reliefs),
    chargeable: signedMoneyOf(row.chargeable),
    amount: kobo(row.amount),
    remitted: kobo(row.remitted),
  };
}
