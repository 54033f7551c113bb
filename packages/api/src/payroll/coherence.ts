import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { sql, type RawBuilder } from "kysely";

import { paidRowsCheck } from "../funding/coherence.ts";
import type { Check, CheckScope } from "../platform/database/checks.ts";
import { approvalOrder, isPostedRun } from "./calculation/posted-runs.ts";
import { remittanceCheck, remittedByPurpose } from "./remittances/checks.ts";
import { creditsCheck } from "./runs/credits-check.ts";
import { paymentEntriesCheck } from "./runs/posted-payment.ts";
import { postingRules } from "./runs/posting-rules.ts";

/** The types of the system's own entries. */
const systemEntryTypes = sql`(array[${sql.join(
  Object.values(ENTRY_TYPE)
    .filter(({ system }) => system)
    .map(({ id }) => sql.lit(id)),
)}]::smallint[])`;

/**
 * The sums of the payslips of each posted run by ledger, debit positive: (tenant_id, run_id, purpose,
 * moved).
 */
const payslipMovements = (scope: CheckScope) => sql`
  select s.tenant_id, s.run_id, m.purpose, sum(m.moved) as moved
  from payslips s
  join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id and r.approved_at is not null
  cross join lateral (values ${sql.join(
    postingRules.map(({ purpose, columns, dc }) => {
      const amount = sql.join(
        columns.map((column) => sql`s.${sql.ref(column)}`),
        sql` + `,
      );
      return sql`(${sql.lit(purpose)}, ${sql.lit(dc === "DR" ? 1 : -1)} * (${amount}))`;
    }),
  )}) as m(purpose, moved)
  where ${scope(sql`s.tenant_id`)} and not s.excluded
  group by s.tenant_id, s.run_id, m.purpose having sum(m.moved) <> 0`;

/**
 * The sums by ledger of the entries to which one column of the runs refers: (tenant_id, run_id, purpose,
 * moved).
 */
const entryMovements = (scope: CheckScope, column: "entry_id" | "reversal_entry_id") => sql`
  select r.tenant_id, r.id as run_id, coalesce(g.purpose, 'ledger:' || i.ledger_id) as purpose,
    sum(case i.dc when 'DR' then i.amount else -i.amount end) as moved
  from payroll_runs r
  join entry_items i on i.tenant_id = r.tenant_id and i.entry_id = r.${sql.ref(column)} and not i.superseded
  join ledgers g on g.tenant_id = r.tenant_id and g.id = i.ledger_id
  where ${scope(sql`r.tenant_id`)} group by r.tenant_id, r.id, 3`;

/** The balances of the system's own entries by ledger, credit positive: (tenant_id, ledger_id, owed). */
const systemEntryBalances = (scope: CheckScope) => sql`
  select i.tenant_id, i.ledger_id, sum(case i.dc when 'CR' then i.amount else -i.amount end) as owed
  from entry_items i join entries e on e.tenant_id = i.tenant_id and e.id = i.entry_id
  where ${scope(sql`i.tenant_id`)} and not i.superseded and e.entry_type_id = any (${systemEntryTypes})
  group by i.tenant_id, i.ledger_id`;

/** Runs whose entry posts a wrong amount to a ledger. */
function wrongEntries(
  expected: RawBuilder<unknown>,
  actual: RawBuilder<unknown>,
  what: string,
): RawBuilder<unknown> {
  return sql`
    select coalesce(x.tenant_id, a.tenant_id) as tenant_id,
      'payroll-run:' || coalesce(x.run_id, a.run_id) as subject,
      format('%s of payroll run %s moves %s', ${what}::text, coalesce(x.run_id, a.run_id),
        string_agg(format('%s by %s kobo and not by %s', coalesce(x.purpose, a.purpose), coalesce(a.moved, 0),
          coalesce(x.moved, 0)), ', ' order by coalesce(x.purpose, a.purpose))) as message
    from (${expected}) x
    full join (${actual}) a on a.tenant_id = x.tenant_id and a.run_id = x.run_id and a.purpose = x.purpose
    where coalesce(x.moved, 0) <> coalesce(a.moved, 0)
    group by coalesce(x.tenant_id, a.tenant_id), coalesce(x.run_id, a.run_id)`;
}

/**
 * A reversal mirrors its run's entry, except that the split of recovered advances into principal and
 * interest may have changed.
 */
const advancePurposes = sql`('salary_advances_receivable', 'salary_advance_interest')`;
const expectedReversals = (scope: CheckScope) => sql`
  select m.tenant_id, m.run_id, m.purpose, -m.moved as moved
  from (${payslipMovements(scope)}) m
  join payroll_runs r on r.tenant_id = m.tenant_id and r.id = m.run_id and r.status = 'REVERSED'
  where m.purpose not in ${advancePurposes}
  union all
  select s.tenant_id, s.run_id, p.purpose, -sum(p.moved)
  from advance_allocations l
  join payslips s on s.tenant_id = l.tenant_id and s.id = l.payslip_id
  cross join lateral (values ('salary_advances_receivable', l.principal), ('salary_advance_interest', l.interest))
    as p(purpose, moved)
  where ${scope(sql`l.tenant_id`)} and l.kind = 'REVERSAL'
  group by s.tenant_id, s.run_id, p.purpose having sum(p.moved) <> 0`;

/**
 * The liability ledgers to authorities and others that, among the system's entries, only payroll
 * credits.
 */
const payables = sql`('paye_payable', 'pension_payable', 'nhf_payable', 'nsitf_payable', 'itf_payable',
  'payroll_deductions_payable')`;

/**
 * The recoveries of advances by payslip lines: (tenant_id, payslip_id, advance_id, principal,
 * interest).
 */
const recoveriesOfLines = (scope: CheckScope) => sql`
  select s.tenant_id, s.id as payslip_id, (l.recovery ->> 'advance')::bigint as advance_id,
    (l.recovery ->> 'principal')::bigint as principal, (l.recovery ->> 'interest')::bigint as interest
  from payslips s
  join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id and r.approved_at is not null
  cross join lateral json_to_recordset(s.lines) as l(recovery json)
  where ${scope(sql`s.tenant_id`)} and not s.excluded and s.advance_principal + s.advance_interest > 0
    and json_typeof(l.recovery) = 'object'`;

/**
 * What approved payslips deducted of an item from net pay, and what they gave back of it: (tenant_id,
 * employee_id, item, deducted, refunded). Only employees with a corrected item can have been given anything
 * back.
 */
const deductionsOfItems = (scope: CheckScope) => sql`
  select s.tenant_id, s.employee_id, split_part(l.code, ':', 2) as item,
    ${sumOfLines("deduction")} as deducted, ${sumOfLines("refund")} as refunded
  from (
    select distinct s.tenant_id, s.employee_id from payslips s
    where ${scope(sql`s.tenant_id`)} and 'item_corrected' = any (s.warning_codes)
  ) p
  join payslips s on s.tenant_id = p.tenant_id and s.employee_id = p.employee_id and not s.excluded
  join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id and ${isPostedRun(sql`r`)}
  cross join lateral json_to_recordset(s.lines) as l(code text, kind text, amount bigint)
  where ${scope(sql`s.tenant_id`)} and l.code like 'item:%'
  group by s.tenant_id, s.employee_id, 3`;

/** Amounts of the lines of one kind. */
const sumOfLines = (kind: string) =>
  sql`coalesce(sum(l.amount) filter (where l.kind = ${sql.lit(kind)}), 0)`;

/**
 * The totals of a year up to a payslip: opening figures, the payslip itself and all approved before
 * it.
 */
const yearColumns = [
  ["gross", "gross"],
  ["taxable", "taxable"],
  ["benefits", "benefits"],
  ["pension", "pension_employee"],
  ["nhf", "nhf"],
  ["paye", "paye"],
  ["net", "net"],
] as const;
const impliedOpenings = (scope: CheckScope) => sql`
  select s.tenant_id, s.id, s.employee_id, s.year, r.calculated_at, s.marks ->> 'opening_figures' as mark,
    ${sql.join(
      yearColumns.map(
        ([year, column]) => sql`
          s.${sql.ref(`year_${year}`)} - sum(s.${sql.ref(column)}) over earlier as ${sql.ref(year)}`,
      ),
    )}
  from payslips s
  join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id
  where ${scope(sql`s.tenant_id`)} and not s.excluded and ${isPostedRun(sql`r`)}
  window earlier as (partition by s.tenant_id, s.employee_id, s.year order by ${approvalOrder})`;

/**
 * Checks that payroll agrees with itself and with the books: runs with the sums of their payslips and
 * with their entries, liabilities to authorities and people with what was approved and not paid,
 * payments with transfers, recoveries with the allocations of advances, remittances with their entries,
 * refunds of deductions with what was deducted, and the year to date and the contribution credits on
 * each payslip with earlier payslips.
 */
export const payrollChecks: readonly Check[] = [
  {
    kind: "payroll_totals_wrong",
    query: (scope) => sql`
      select r.tenant_id, 'payroll-run:' || r.id as subject,
        format('payroll run %s says %s people and %s left out, gross %s, net %s and employer''s part %s kobo, its payslips come to %s and %s, %s, %s and %s',
          r.id, r.people, r.excluded, r.gross, r.net, r.employer, coalesce(s.people, 0), coalesce(s.excluded, 0),
          coalesce(s.gross, 0), coalesce(s.net, 0), coalesce(s.employer, 0)) as message
      from payroll_runs r left join (
        select s.tenant_id, s.run_id, count(*) filter (where not s.excluded) as people,
          count(*) filter (where s.excluded) as excluded, sum(s.gross) filter (where not s.excluded) as gross,
          sum(s.net) filter (where not s.excluded) as net, sum(s.employer) filter (where not s.excluded) as employer
        from payslips s where ${scope(sql`s.tenant_id`)} group by s.tenant_id, s.run_id
      ) s on s.tenant_id = r.tenant_id and s.run_id = r.id
      where ${scope(sql`r.tenant_id`)} and r.calculation = 'DONE' and (r.people, r.excluded, r.gross, r.net, r.employer)
        <> (coalesce(s.people, 0), coalesce(s.excluded, 0), coalesce(s.gross, 0), coalesce(s.net, 0), coalesce(s.employer, 0))`,
  },
  {
    kind: "payslip_lines_wrong",
    query: (scope) => sql`
      select x.tenant_id, 'payslip:' || x.id as subject,
        format('payslip %s says gross %s, deductions %s, employer''s part %s and benefits in kind %s kobo, its lines come to %s, %s, %s and %s',
          x.id, x.gross, x.deductions, x.employer, x.benefits, x.lines_gross, x.lines_deductions, x.lines_employer,
          x.lines_benefits) as message
      from (
        select s.tenant_id, s.id, s.gross, s.deductions, s.employer, s.benefits, l.gross as lines_gross,
          l.deductions as lines_deductions, l.employer as lines_employer, l.benefits as lines_benefits
        from payslips s cross join lateral (
          select ${sumOfLines("earning")} - ${sumOfLines("reduction")} as gross, ${sumOfLines("deduction")} - ${sumOfLines("refund")} as deductions,
            ${sumOfLines("employer")} as employer, ${sumOfLines("benefit")} - ${sumOfLines("benefit_correction")} as benefits
          from json_to_recordset(s.lines) as l(kind text, amount bigint)
        ) l where ${scope(sql`s.tenant_id`)}
      ) x
      where (x.gross, x.deductions, x.employer, x.benefits)
        <> (x.lines_gross, x.lines_deductions, x.lines_employer, x.lines_benefits)`,
  },
  {
    kind: "payroll_entry_wrong",
    query: (scope) =>
      wrongEntries(payslipMovements(scope), entryMovements(scope, "entry_id"), "the entry"),
  },
  {
    kind: "payroll_reversal_wrong",
    query: (scope) =>
      wrongEntries(
        expectedReversals(scope),
        entryMovements(scope, "reversal_entry_id"),
        "the reversal",
      ),
  },
  {
    kind: "payroll_payable_wrong",
    // Manual entries are ignored; the system's own entries must add up to what was approved and not remitted.
    query: (scope) => sql`
      select g.tenant_id, 'ledger:' || g.id as subject,
        format('%s holds %s kobo by the product''s entries, the approved payslips owe %s, of which %s were remitted',
          g.purpose, coalesce(p.owed, 0), coalesce(m.owed, 0), coalesce(x.remitted, 0)) as message
      from ledgers g
      left join (${systemEntryBalances(scope)}) p on p.tenant_id = g.tenant_id and p.ledger_id = g.id
      left join (
        select m.tenant_id, m.purpose, -sum(m.moved) as owed from (${payslipMovements(scope)}) m
        join payroll_runs r on r.tenant_id = m.tenant_id and r.id = m.run_id and ${isPostedRun(sql`r`)}
        group by m.tenant_id, m.purpose
      ) m on m.tenant_id = g.tenant_id and m.purpose = g.purpose
      left join (${remittedByPurpose(scope)}) x on x.tenant_id = g.tenant_id and x.purpose = g.purpose
      where ${scope(sql`g.tenant_id`)} and g.purpose in ${payables}
        and coalesce(p.owed, 0) <> coalesce(m.owed, 0) - coalesce(x.remitted, 0)`,
  },
  {
    kind: "net_salaries_wrong",
    // Manual entries from before the ledger was a control ledger, and its opening balance, are ignored.
    query: (scope) => sql`
      select g.tenant_id, 'ledger:' || g.id as subject,
        format('net salaries payable hold %s kobo by the product''s entries, the payslips that are not paid come to %s',
          coalesce(p.owed, 0), coalesce(s.unpaid, 0)) as message
      from ledgers g
      left join (${systemEntryBalances(scope)}) p on p.tenant_id = g.tenant_id and p.ledger_id = g.id
      left join (
        select s.tenant_id, sum(s.net) as unpaid
        from payslips s
        join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id and ${isPostedRun(sql`r`)}
        where ${scope(sql`s.tenant_id`)} and not s.excluded
          and (s.payment is null or s.payment not in ('COMPLETED', 'PAID_OUTSIDE'))
        group by s.tenant_id
      ) s on s.tenant_id = g.tenant_id
      where ${scope(sql`g.tenant_id`)} and g.purpose = 'net_salaries_payable'
        and coalesce(p.owed, 0) <> coalesce(s.unpaid, 0)`,
  },
  {
    kind: "payslip_payment_wrong",
    query: (scope) => sql`
      select s.tenant_id, 'payslip:' || s.id as subject,
        format('payslip %s of %s kobo is %s, its transfers are %s', s.id, s.net, coalesce(s.payment, 'not sent'),
          coalesce(t.statuses, 'none')) as message
      from payslips s left join (
        select t.tenant_id, t.subject_id, string_agg(t.status, ', ' order by t.attempt) as statuses,
          (array_agg(t.status order by t.attempt desc))[1] as latest,
          (array_agg(t.amount order by t.attempt desc))[1] as amount
        from transfers t where ${scope(sql`t.tenant_id`)} and t.purpose = 'payslip'
        group by t.tenant_id, t.subject_id
      ) t on t.tenant_id = s.tenant_id and t.subject_id = s.id
      where ${scope(sql`s.tenant_id`)} and (
        coalesce(t.amount, s.net) <> s.net
        or case s.payment
          when 'PENDING' then coalesce(t.latest not in ('PENDING', 'PROCESSING'), true)
          when 'PAID_OUTSIDE' then coalesce(t.latest not in ('FAILED', 'REVERSED'), false)
          else s.payment is distinct from t.latest end)`,
  },
  {
    kind: "outside_payment_wrong",
    query: (scope) => sql`
      select s.tenant_id, 'payslip:' || s.id as subject,
        format('payslip %s of %s kobo is %s, its payments by other means in force come to %s', s.id, s.net,
          coalesce(s.payment, 'not sent'), coalesce(m.amount, 0)) as message
      from payslips s left join (
        select m.tenant_id, m.payslip_id, sum(m.amount) as amount from outside_payments m
        where ${scope(sql`m.tenant_id`)} and m.reversed_at is null group by m.tenant_id, m.payslip_id
      ) m on m.tenant_id = s.tenant_id and m.payslip_id = s.id
      where ${scope(sql`s.tenant_id`)}
        and m.amount is distinct from case when s.payment = 'PAID_OUTSIDE' then s.net end`,
  },
  paymentEntriesCheck(
    "outside_payment_entry_wrong",
    "outside_payments",
    "outside-payment",
    sql`'net_salaries_payable'`,
  ),
  paidRowsCheck("payslip_transfer_unexplained", {
    purpose: "payslip",
    table: "payslips",
    what: "a payslip",
  }),
  {
    kind: "payslip_recovery_wrong",
    query: (scope) => sql`
      select coalesce(x.tenant_id, a.tenant_id) as tenant_id,
        'payslip:' || coalesce(x.payslip_id, a.payslip_id) as subject,
        format('payslip %s takes %s + %s kobo of salary advance %s, kept of it are %s + %s, given back %s',
          coalesce(x.payslip_id, a.payslip_id), coalesce(x.principal, 0), coalesce(x.interest, 0),
          coalesce(x.advance_id, a.advance_id), coalesce(a.principal, 0), coalesce(a.interest, 0),
          coalesce(a.returned, 0)) as message
      from (select * from (${recoveriesOfLines(scope)}) w where w.principal + w.interest > 0) x
      full join (
        select l.tenant_id, l.payslip_id, l.advance_id,
          sum(l.principal) filter (where l.kind = 'PAYSLIP') as principal,
          sum(l.interest) filter (where l.kind = 'PAYSLIP') as interest,
          -coalesce(sum(l.principal + l.interest) filter (where l.kind = 'REVERSAL'), 0) as returned,
          bool_and(l.entry_id = case l.kind when 'PAYSLIP' then r.entry_id else r.reversal_entry_id end) as posted,
          bool_or(r.status = 'REVERSED') as reversed
        from advance_allocations l
        left join payslips s on s.tenant_id = l.tenant_id and s.id = l.payslip_id
        left join payroll_runs r on r.tenant_id = l.tenant_id and r.id = s.run_id
        where ${scope(sql`l.tenant_id`)} and l.payslip_id is not null
        group by l.tenant_id, l.payslip_id, l.advance_id
      ) a on a.tenant_id = x.tenant_id and a.payslip_id = x.payslip_id and a.advance_id = x.advance_id
      where (x.principal, x.interest) is distinct from (a.principal, a.interest) or a.posted is not true
        or a.returned <> case when a.reversed then a.principal + a.interest else 0 end`,
  },
  {
    kind: "payslip_refund_wrong",
    query: (scope) => sql`
      select x.tenant_id, 'employee:' || x.employee_id as subject,
        format('the payslips of employee %s deduct %s kobo of item %s from net pay and give %s back', x.employee_id,
          x.deducted, x.item, x.refunded) as message
      from (${deductionsOfItems(scope)}) x where x.refunded > x.deducted`,
  },
  {
    kind: "payslip_year_wrong",
    // Where opening figures were corrected after a payslip, its original inputs are no longer
    // known.
    query: (scope) => sql`
      select x.tenant_id, 'payslip:' || x.id as subject,
        format('the year %s on payslip %s begins with gross %s, pension %s, NHF %s and PAYE %s kobo, the opening figures are %s, %s, %s and %s',
          x.year, x.id, x.gross, x.pension, x.nhf, x.paye, coalesce(o.gross, 0), coalesce(o.pension, 0),
          coalesce(o.nhf, 0), coalesce(o.tax, 0)) as message
      from (${impliedOpenings(scope)}) x
      left join opening_figures o on o.tenant_id = x.tenant_id and o.employee_id = x.employee_id and o.year = x.year
        and x.mark <> md5('')
      where (x.mark = md5('') or o.recorded_at <= x.calculated_at)
        and (x.gross, x.taxable, x.benefits, x.pension, x.nhf, x.paye, x.net) <> (coalesce(o.gross, 0),
          coalesce(o.gross, 0) + coalesce(o.benefits, 0), coalesce(o.benefits, 0),
          coalesce(o.pension, 0), coalesce(o.nhf, 0), coalesce(o.tax, 0),
          coalesce(o.gross - o.pension - o.nhf - o.tax, 0))`,
  },
  creditsCheck,
  remittanceCheck,
];
