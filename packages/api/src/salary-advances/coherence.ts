import { sql } from "kysely";

import { paidRowsCheck } from "../funding/coherence.ts";
import type { Check } from "../platform/database/checks.ts";

/**
 * The outstanding principal of an advance from its own row, in kobo; negative when its money came
 * back after repayments.
 */
const principalOwed = sql`(case when a.status = 'PAID' then a.amount else 0 end - a.allocated_principal)`;

/**
 * Whether entry `e` has the date of `l`. Earlier versions moved entries out of a locked period;
 * their narration states the original day.
 */
const onItsDay = sql`coalesce(e.entry_date = l.date or e.entry_date > l.date
  and e.narration like '%' || format('(happened on %s, in the locked period)', to_char(l.date, 'DD Mon YYYY')), false)`;

/**
 * Checks that advances agree with their plans, allocations, transfers, counters and with the books.
 * Interest is posted only when it is paid, so the receivable is the outstanding principal.
 */
export const advanceChecks: readonly Check[] = [
  {
    kind: "advance_receivable_wrong",
    // Ignore the opening balance, and manual entries from before the ledger became a control
    // ledger.
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('salary advances receivable hold %s kobo by the product''s entries, the advances owe %s of principal',
          posted.balance, coalesce(owed.principal, 0)) as message
      from ledgers l
      cross join lateral (
        select coalesce(sum(case i.dc when 'DR' then i.amount else -i.amount end), 0) as balance
        from entry_items i join entries e on e.tenant_id = i.tenant_id and e.id = i.entry_id
        where i.tenant_id = l.tenant_id and i.ledger_id = l.id and not i.superseded and e.entry_type_id >= 10
      ) posted
      left join (
        select a.tenant_id, sum(${principalOwed}) as principal from salary_advances a
        where ${scope(sql`a.tenant_id`)} group by a.tenant_id
      ) owed on owed.tenant_id = l.tenant_id
      where ${scope(sql`l.tenant_id`)} and l.purpose = 'salary_advances_receivable'
        and posted.balance <> coalesce(owed.principal, 0)`,
  },
  {
    kind: "advance_allocated_wrong",
    query: (scope) => sql`
      select a.tenant_id, 'salary-advance:' || a.id as subject,
        format('salary advance %s says that %s + %s kobo are repaid, its allocations come to %s + %s', a.id,
          a.allocated_principal, a.allocated_interest, coalesce(l.principal, 0), coalesce(l.interest, 0)) as message
      from salary_advances a left join (
        select l.tenant_id, l.advance_id, sum(l.principal) as principal, sum(l.interest) as interest
        from advance_allocations l where ${scope(sql`l.tenant_id`)} group by l.tenant_id, l.advance_id
      ) l on l.tenant_id = a.tenant_id and l.advance_id = a.id
      where ${scope(sql`a.tenant_id`)}
        and (a.allocated_principal, a.allocated_interest) <> (coalesce(l.principal, 0), coalesce(l.interest, 0))`,
  },
  {
    kind: "advance_plan_wrong",
    query: (scope) => sql`
      select a.tenant_id, 'salary-advance:' || a.id as subject,
        format('salary advance %s is of %s + %s kobo until %s, its plan of %s + %s until %s', a.id, a.amount,
          a.interest, a.due_date, coalesce(p.principal, 0), coalesce(p.interest, 0), p.due) as message
      from salary_advances a left join (
        select i.tenant_id, i.advance_id, sum(i.principal) as principal, sum(i.interest) as interest,
          max(i.due) as due
        from advance_instalments i where ${scope(sql`i.tenant_id`)} group by i.tenant_id, i.advance_id
      ) p on p.tenant_id = a.tenant_id and p.advance_id = a.id
      where ${scope(sql`a.tenant_id`)}
        and (a.amount, a.interest, a.due_date) is distinct from (p.principal, p.interest, p.due)`,
  },
  {
    kind: "advance_status_wrong",
    query: (scope) => sql`
      select a.tenant_id, 'salary-advance:' || a.id as subject,
        format('salary advance %s is %s, its transfers are %s', a.id, a.status,
          coalesce(t.statuses, 'none')) as message
      from salary_advances a left join (
        select t.tenant_id, t.subject_id, string_agg(t.status, ', ' order by t.attempt) as statuses,
          count(*) filter (where t.status = 'COMPLETED') as completed, count(*) as transfers,
          count(*) filter (where t.status in ('FAILED', 'REVERSED')) as ended,
          sum(t.amount) filter (where t.status = 'COMPLETED') as amount
        from transfers t where ${scope(sql`t.tenant_id`)} and t.purpose = 'salary_advance'
        group by t.tenant_id, t.subject_id
      ) t on t.tenant_id = a.tenant_id and t.subject_id = a.id
      where ${scope(sql`a.tenant_id`)} and (
        (a.status = 'PAID') <> (coalesce(t.completed, 0) = 1)
        or a.status = 'PAID' and a.amount is distinct from t.amount
        or a.status in ('PENDING', 'REJECTED') and a.revoked_at is null and t.transfers is not null
        or a.revoked_at is not null and coalesce(t.ended, 0) <> coalesce(t.transfers, 0))`,
  },
  paidRowsCheck("advance_transfer_unexplained", {
    purpose: "salary_advance",
    table: "salary_advances",
    what: "a salary advance",
  }),
  {
    kind: "advance_entry_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'advance-allocation:' || l.id as subject,
        format('allocation %s is of %s + %s kobo on %s, its entry %s takes %s from the receivable and adds %s to interest on %s',
          l.id, l.principal, l.interest, l.date, l.entry_id, coalesce(i.principal, 0), coalesce(i.interest, 0),
          e.entry_date) as message
      from advance_allocations l
      left join entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
      left join (
        select i.tenant_id, i.entry_id,
          sum(i.amount) filter (where g.purpose = 'salary_advances_receivable') as principal,
          sum(i.amount) filter (where g.purpose = 'salary_advance_interest') as interest
        from entry_items i
        join ledgers g on g.tenant_id = i.tenant_id and g.id = i.ledger_id
        join (select distinct w.tenant_id, w.entry_id from advance_allocations w
          where ${scope(sql`w.tenant_id`)}) w on w.tenant_id = i.tenant_id and w.entry_id = i.entry_id
        where ${scope(sql`i.tenant_id`)} and i.dc = 'CR' and not i.superseded
        group by i.tenant_id, i.entry_id
      ) i on i.tenant_id = l.tenant_id and i.entry_id = l.entry_id
      where ${scope(sql`l.tenant_id`)} and l.kind in ('CASH', 'WRITE_OFF')
        and ((coalesce(i.principal, 0), coalesce(i.interest, 0)) is distinct from
          (l.principal, case l.kind when 'WRITE_OFF' then 0 else l.interest end) or not ${onItsDay})`,
  },
  {
    kind: "advance_refund_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'advance-allocation:' || l.id as subject,
        format('refund %s takes back %s kobo of principal and %s of interest on %s, its entry %s and %s on %s',
          l.id, l.principal, l.interest, l.date, i.principal, i.interest, e.entry_date) as message
      from (
        select l.tenant_id, l.entry_id, min(l.id) as id, min(l.date) as date, -sum(l.principal) as principal,
          -coalesce(sum(l.interest) filter (where l.kind = 'REFUND'), 0) as interest
        from advance_allocations l
        where ${scope(sql`l.tenant_id`)} and l.kind in ('REFUND', 'UNDONE_WRITE_OFF')
        group by l.tenant_id, l.entry_id
      ) l
      left join entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
      cross join lateral (
        select coalesce(sum(i.amount) filter (where g.purpose = 'salary_advances_receivable'), 0) as principal,
          coalesce(sum(i.amount) filter (where g.purpose = 'salary_advance_interest'), 0) as interest
        from entry_items i join ledgers g on g.tenant_id = i.tenant_id and g.id = i.ledger_id
        where i.tenant_id = l.tenant_id and i.entry_id = l.entry_id and i.dc = 'DR' and not i.superseded
      ) i
      where (i.principal, i.interest) is distinct from (l.principal, l.interest) or not ${onItsDay}`,
  },
  {
    kind: "advance_counts_wrong",
    query: (scope) => sql`
      select coalesce(c.tenant_id, n.tenant_id) as tenant_id, 'advance-counters' as subject,
        format('the counters say %s pending, %s approved, %s rejected, %s paid; there are %s, %s, %s, %s', c.pending,
          c.approved, c.rejected, c.paid, n.pending, n.approved, n.rejected, n.paid) as message
      from (select c.* from advance_counters c where ${scope(sql`c.tenant_id`)}) c
      full join (
        select a.tenant_id, count(*) filter (where a.status = 'PENDING') as pending,
          count(*) filter (where a.status = 'APPROVED') as approved,
          count(*) filter (where a.status = 'REJECTED') as rejected,
          count(*) filter (where a.status = 'PAID') as paid, max(a.number) as last_number
        from salary_advances a where ${scope(sql`a.tenant_id`)} group by a.tenant_id
      ) n on n.tenant_id = c.tenant_id
      where (c.pending, c.approved, c.rejected, c.paid, c.last_number) is distinct from
        (n.pending, n.approved, n.rejected, n.paid, n.last_number)`,
  },
];
