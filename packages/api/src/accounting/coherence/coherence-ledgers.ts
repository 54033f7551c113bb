import { sql, type RawBuilder } from "kysely";

import type { Check } from "./coherence-entries.ts";

/** The kinds of faults in the stored chart of accounts and in stored totals of ledgers. */
export type LedgerFaultKind =
  | "group_code_wrong"
  | "group_counter_wrong"
  | "ledger_code_wrong"
  | "ledger_counter_wrong"
  | "group_ledgers_wrong"
  | "ledger_parent_wrong"
  | "ledger_parent_missing"
  | "group_class_wrong"
  | "books_unbalanced"
  | "ledger_balance_wrong"
  | "ledger_day_wrong"
  | "ledger_month_wrong"
  | "ledger_quarter_wrong"
  | "ledger_third_wrong"
  | "ledger_mark_wrong";

const net = sql`case i.dc when 'DR' then i.amount else -i.amount end`;

/** A sequence number as the end of a code: padded with zeros, longer when it needs more digits. */
const zeroPadded = (sequence: RawBuilder<unknown>, digits: number) =>
  sql`lpad(${sequence}::text, greatest(${digits}, length(${sequence}::text)), '0')`;

/**
 * The end of the derived totals' validity, by tenant, as `held`. They are computed after the
 * posting.
 */
const totalsValidity: Check<LedgerFaultKind>["query"] = (scope) => sql`
      held as materialized (
        select k.tenant_id, quarters_hold_up_to(k.tenant_id) as up_to from kept_quarters k
        where ${scope(sql`k.tenant_id`)}
      )`;

/** A column of the stored row, or of the sum of its parts when nothing is stored. */
const storedOrComputed = (column: string) =>
  sql`coalesce(s.${sql.ref(column)}, p.${sql.ref(column)})`;

const sums = (table: "s" | "p") =>
  sql.join(
    ["debit", "credit", "lines"].map(
      (column) => sql`coalesce(${sql.ref(`${table}.${column}`)}, 0)`,
    ),
  );

/**
 * The ledgers whose stored totals differ from the sums of their parts, or have only one of the two.
 *
 * @param comparison `by` is the column that a total is grouped by besides its ledger; `place` and `parts`
 * are words of the message.
 */
function differingTotals(comparison: {
  by: string;
  place: string;
  parts: string;
  stored: RawBuilder<unknown>;
  computed: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const message = `ledger %s ${comparison.place} %s stores %s debit, %s credit, %s lines; its ${comparison.parts} come to %s, %s, %s`;
  return sql`
      select ${storedOrComputed("tenant_id")} as tenant_id, 'ledger:' || ${storedOrComputed("ledger_id")} as subject,
        format(${sql.lit(message)}, ${storedOrComputed("ledger_id")}, ${storedOrComputed(comparison.by)}, ${sums("s")}, ${sums("p")}) as message
      from (${comparison.stored}) s
      full join (${comparison.computed}) p
        on p.tenant_id = s.tenant_id and p.ledger_id = s.ledger_id and p.${sql.ref(comparison.by)} = s.${sql.ref(comparison.by)}
      where (${sums("s")}) is distinct from (${sums("p")})`;
}

/** Checks of groups and ledgers, and of each ledger's stored totals. */
export const ledgerChecks: readonly Check<LedgerFaultKind>[] = [
  {
    kind: "group_code_wrong",
    query: (scope) => sql`
      select g.tenant_id, 'group:' || g.id as subject,
        format('group %s has the code %s, its class and sequence make %s', g.id, g.code, made.code) as message
      from groups g cross join lateral (select g.class || '-' || ${zeroPadded(sql`g.sequence`, 2)} as code) made
      where ${scope(sql`g.tenant_id`)} and g.code <> made.code`,
  },
  {
    kind: "group_counter_wrong",
    query: (scope) => sql`
      select g.tenant_id, 'group:' || g.id as subject,
        format('group %s stands above the last sequence of its class, %s', g.code, coalesce(c.last_sequence, 0)) as message
      from groups g left join group_counters c on c.tenant_id = g.tenant_id and c.class = g.class
      where ${scope(sql`g.tenant_id`)} and g.sequence > coalesce(c.last_sequence, 0)`,
  },
  {
    kind: "ledger_code_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s has the code %s, its group and sequence make %s', l.id, l.code, made.code) as message
      from ledgers l join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      cross join lateral (select g.code || '-' || ${zeroPadded(sql`l.sequence`, 4)} as code) made
      where ${scope(sql`l.tenant_id`)} and l.code <> made.code`,
  },
  {
    kind: "ledger_counter_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s stands above the last sequence of its group, %s', l.code, g.ledger_sequence) as message
      from ledgers l join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
      where ${scope(sql`l.tenant_id`)} and l.sequence > g.ledger_sequence`,
  },
  {
    // Ledgers are neither deleted nor moved, so the chart counts them by the last sequences.
    kind: "group_ledgers_wrong",
    query: (scope) => sql`
      select g.tenant_id, 'group:' || g.id as subject,
        format('group %s holds %s ledgers, and %s were opened in it', g.code, l.held, g.ledger_sequence) as message
      from groups g
      cross join lateral (
        select count(*) as held from ledgers l where l.tenant_id = g.tenant_id and l.group_id = g.id) l
      where ${scope(sql`g.tenant_id`)} and l.held <> g.ledger_sequence`,
  },
  {
    kind: "ledger_parent_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s has a parent that is %s', l.code,
          case when p.group_id <> l.group_id then 'in another group'
            when p.parent_ledger_id is not null then 'a sub-ledger itself'
            else 'posted to by the system' end) as message
      from ledgers l join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
      where ${scope(sql`l.tenant_id`)}
        and (p.group_id <> l.group_id or p.parent_ledger_id is not null or p.purpose is not null)`,
  },
  {
    kind: "ledger_parent_missing",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s is a sub-ledger of ledger %s, which is not in these books', l.code,
          l.parent_ledger_id) as message
      from ledgers l left join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
      where ${scope(sql`l.tenant_id`)} and l.parent_ledger_id is not null and p.id is null`,
  },
  {
    kind: "group_class_wrong",
    // A ledger's code contains its class and never changes.
    query: (scope) => sql`
      select g.tenant_id, 'group:' || g.id as subject,
        format('group %s is of class %s, and %s of its ledgers were opened in another', g.code, g.class, count(*))
          as message
      from groups g join ledgers l on l.tenant_id = g.tenant_id and l.group_id = g.id
      where ${scope(sql`g.tenant_id`)} and left(l.code, 2) <> g.class
      group by g.tenant_id, g.id, g.code, g.class`,
  },
  {
    kind: "books_unbalanced",
    // Each entry moves both sides by the same amount, so the sum of all balances equals that of the
    // opening balances.
    query: (scope) => sql`
      select l.tenant_id, 'tenant:' || l.tenant_id as subject,
        format('all balances add up to %s kobo, all opening balances to %s', sum(l.balance),
          sum(case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end)) as message
      from ledgers l where ${scope(sql`l.tenant_id`)} group by l.tenant_id
      having sum(l.balance) <> sum(case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end)`,
  },
  {
    kind: "ledger_balance_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s stores %s kobo, its opening balance and postings come to %s', l.code, l.balance,
          opened.net + coalesce(posted.net, 0)) as message
      from ledgers l
      cross join lateral (select case l.op_balance_dc when 'DR' then l.op_balance else -l.op_balance end as net) opened
      left join (
        select i.tenant_id, i.ledger_id, sum(${net}) as net from entry_items i
        where ${scope(sql`i.tenant_id`)} and not i.superseded group by i.tenant_id, i.ledger_id
      ) posted on posted.tenant_id = l.tenant_id and posted.ledger_id = l.id
      where ${scope(sql`l.tenant_id`)} and l.balance <> opened.net + coalesce(posted.net, 0)`,
  },
  {
    kind: "ledger_day_wrong",
    query: (scope) =>
      differingTotals({
        by: "day",
        place: "on",
        parts: "postings",
        stored: sql`select * from ledger_days d where ${scope(sql`d.tenant_id`)}`,
        // Postings are read in their physical order, which the offset preserves: reading each
        // separately, in the order of ledgers and days, takes four times as long.
        computed: sql`
          select i.tenant_id, i.ledger_id, i.day, coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
            coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit, count(*) as lines
          from (
            select p.tenant_id, p.ledger_id, p.day, p.dc, p.amount from entry_items p
            where ${scope(sql`p.tenant_id`)} and not p.superseded offset 0) i
          group by i.tenant_id, i.ledger_id, i.day`,
      }),
  },
  {
    kind: "ledger_month_wrong",
    // Compared with the daily totals, which are compared with the postings above.
    query: (scope) =>
      differingTotals({
        by: "month",
        place: "in the month of",
        parts: "days",
        stored: sql`select * from ledger_months m where ${scope(sql`m.tenant_id`)}`,
        computed: sql`
          select d.tenant_id, d.ledger_id, date_trunc('month', d.day::timestamp)::date as month,
            sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines) as lines
          from ledger_days d where ${scope(sql`d.tenant_id`)} group by 1, 2, 3`,
      }),
  },
  {
    kind: "ledger_quarter_wrong",
    // Compared with the monthly totals, which are compared with the daily ones above, up to the end
    // that readers use.
    query: (scope) => sql`
      with ${totalsValidity(scope)}, moved as materialized (
        select m.tenant_id, m.ledger_id, (date_trunc('quarter', m.month::timestamp) + interval '3 months')::date as quarter,
          sum(m.debit) as debit, sum(m.credit) as credit, sum(m.lines) as lines
        from ledger_months m join held h on h.tenant_id = m.tenant_id and m.month < h.up_to
        where ${scope(sql`m.tenant_id`)} group by 1, 2, 3
      ), ends as (
        select f.tenant_id, f.ledger_id, e.quarter::date as quarter
        from (select tenant_id, ledger_id, min(quarter) as first from moved group by 1, 2) f
        join held h on h.tenant_id = f.tenant_id
        cross join lateral generate_series(f.first::timestamp, h.up_to::timestamp, interval '3 months') e(quarter)
      )
      ${differingTotals({
        by: "quarter",
        place: "before",
        parts: "months",
        stored: sql`
          select k.* from ledger_quarters k join held h on h.tenant_id = k.tenant_id and k.quarter <= h.up_to
          where ${scope(sql`k.tenant_id`)}`,
        computed: sql`
          select e.tenant_id, e.ledger_id, e.quarter, sum(m.debit) over upto as debit,
            sum(m.credit) over upto as credit, sum(m.lines) over upto as lines
          from ends e left join moved m
            on m.tenant_id = e.tenant_id and m.ledger_id = e.ledger_id and m.quarter = e.quarter
          window upto as (partition by e.tenant_id, e.ledger_id order by e.quarter)`,
      })}`,
  },
  {
    kind: "ledger_third_wrong",
    // Compared with the daily totals, up to the end that readers use.
    query: (scope) => sql`
      with ${totalsValidity(scope)}
      ${differingTotals({
        by: "first",
        place: "in the third of a month from",
        parts: "days",
        stored: sql`
          select k.* from ledger_thirds k join held h on h.tenant_id = k.tenant_id and k.first < h.up_to
          where ${scope(sql`k.tenant_id`)}`,
        computed: sql`
          select d.tenant_id, d.ledger_id, third_of(d.day) as first, sum(d.debit) as debit, sum(d.credit) as credit,
            sum(d.lines) as lines
          from ledger_days d join held h on h.tenant_id = d.tenant_id and d.day < h.up_to
          where ${scope(sql`d.tenant_id`)} group by 1, 2, 3`,
      })}`,
  },
  {
    kind: "ledger_mark_wrong",
    // Marks are merged with the postings of their day, and the totals before each mark are added up
    // in that order.
    query: (scope) => sql`
      select m.tenant_id, 'ledger:' || m.ledger_id as subject,
        format('ledger %s on %s is marked at entry %s with %s debit, %s credit, %s lines; its postings come to %s, %s, %s',
          m.ledger_id, m.day, m.entry_id, m.debit, m.credit, m.lines, m.posted_debit, m.posted_credit,
          m.posted_lines) as message
      from (
        select s.*, coalesce(sum(s.item_debit) over upto, 0) as posted_debit,
          coalesce(sum(s.item_credit) over upto, 0) as posted_credit, count(s.item_lines) over upto as posted_lines
        from (
          select i.tenant_id, i.ledger_id, i.day, i.entry_id, false as mark, null::bigint as debit,
            null::bigint as credit, null::integer as lines, case i.dc when 'DR' then i.amount end as item_debit,
            case i.dc when 'CR' then i.amount end as item_credit, 1 as item_lines
          from entry_items i
          where ${scope(sql`i.tenant_id`)} and not i.superseded
            and (i.tenant_id, i.ledger_id, i.day) in (
              select k.tenant_id, k.ledger_id, k.day from ledger_day_marks k where ${scope(sql`k.tenant_id`)})
          union all
          select m.tenant_id, m.ledger_id, m.day, m.entry_id, true, m.debit, m.credit, m.lines, null, null, null
          from ledger_day_marks m where ${scope(sql`m.tenant_id`)}) s
        window upto as (partition by s.tenant_id, s.ledger_id, s.day order by s.entry_id, s.mark rows unbounded preceding)
      ) m
      where m.mark and (m.debit, m.credit, m.lines) is distinct from (m.posted_debit, m.posted_credit, m.posted_lines)`,
  },
];
