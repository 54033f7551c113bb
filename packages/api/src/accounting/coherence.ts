import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../platform/scope.ts";

/** The ways in which stored books can be wrong. */
export type FaultKind =
  | "entry_one_sided"
  | "entry_unbalanced"
  | "entry_items_misplaced"
  | "entry_history_missing"
  | "ledger_balance_wrong"
  | "ledger_day_wrong"
  | "ledger_parent_wrong"
  | "ledger_mark_wrong"
  | "entry_day_wrong"
  | "group_counter_wrong"
  | "number_missing"
  | "counter_wrong";

/** One fault, with the entry, ledger or counter where it is and a sentence that says what was found. */
export type Fault = { kind: FaultKind; tenant_id: number; subject: string; message: string };

const net = sql`case i.dc when 'DR' then i.amount else -i.amount end`;

/**
 * One query a kind of fault. Each recomputes from the postings what is stored elsewhere, by another
 * way than the write path went, and gives a row for each difference. `scope` is the filter on tenant_id
 * of the table or alias that it is called with.
 */
const checks: readonly {
  kind: FaultKind;
  query: (scope: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>;
}[] = [
  {
    kind: "entry_one_sided",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s has %s debit and %s credit items', e.id, sides.debits, sides.credits) as message
      from entries e cross join lateral (
        select count(*) filter (where i.dc = 'DR') as debits, count(*) filter (where i.dc = 'CR') as credits
        from entry_items i where i.tenant_id = e.tenant_id and i.entry_id = e.id and not i.superseded) sides
      where ${scope(sql`e.tenant_id`)} and (sides.debits = 0 or sides.credits = 0)`,
  },
  {
    kind: "entry_unbalanced",
    query: (scope) => sql`
      select i.tenant_id, 'entry:' || i.entry_id as subject,
        format('entry %s, revision %s: debit and credit differ by %s kobo', i.entry_id, i.revision, sum(${net})) as message
      from entry_items i where ${scope(sql`i.tenant_id`)}
      group by i.tenant_id, i.entry_id, i.revision having sum(${net}) <> 0`,
  },
  {
    kind: "entry_items_misplaced",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s, line %s of revision %s: %s', e.id, i.line, i.revision,
          case when i.superseded and i.revision = e.revision then 'the current revision is marked superseded'
            when not i.superseded and i.revision <> e.revision then 'an earlier revision still counts'
            else format('stands on %s, the entry on %s', i.day, e.entry_date) end) as message
      from entries e join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id
      where ${scope(sql`e.tenant_id`)} and (
        i.superseded <> (i.revision <> e.revision) or (not i.superseded and i.day <> e.entry_date))`,
  },
  {
    kind: "entry_history_missing",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s is at revision %s but keeps %s earlier ones', e.id, e.revision, kept.count) as message
      from entries e cross join lateral (
        select count(*) from entry_revisions r where r.tenant_id = e.tenant_id and r.entry_id = e.id) kept
      where ${scope(sql`e.tenant_id`)} and kept.count <> e.revision - 1`,
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
    query: (scope) => sql`
      select coalesce(d.tenant_id, p.tenant_id) as tenant_id,
        'ledger:' || coalesce(d.ledger_id, p.ledger_id) as subject,
        format('ledger %s on %s stores %s debit, %s credit, %s lines; its postings come to %s, %s, %s',
          coalesce(d.ledger_id, p.ledger_id), coalesce(d.day, p.day), coalesce(d.debit, 0), coalesce(d.credit, 0),
          coalesce(d.lines, 0), coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.lines, 0)) as message
      from (select * from ledger_days d where ${scope(sql`d.tenant_id`)}) d
      full join (
        select i.tenant_id, i.ledger_id, i.day, coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
          coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit, count(*) as lines
        from entry_items i where ${scope(sql`i.tenant_id`)} and not i.superseded
        group by i.tenant_id, i.ledger_id, i.day
      ) p on p.tenant_id = d.tenant_id and p.ledger_id = d.ledger_id and p.day = d.day
      where (coalesce(d.debit, 0), coalesce(d.credit, 0), coalesce(d.lines, 0))
        is distinct from (coalesce(p.debit, 0), coalesce(p.credit, 0), coalesce(p.lines, 0))`,
  },
  {
    kind: "ledger_mark_wrong",
    query: (scope) => sql`
      select m.tenant_id, 'ledger:' || m.ledger_id as subject,
        format('ledger %s on %s is marked at entry %s with %s debit, %s credit, %s lines; its postings come to %s, %s, %s',
          m.ledger_id, m.day, m.entry_id, m.debit, m.credit, m.lines, p.debit, p.credit, p.lines) as message
      from ledger_day_marks m cross join lateral (
        select coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
          coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit, count(*) as lines
        from entry_items i
        where i.tenant_id = m.tenant_id and i.ledger_id = m.ledger_id and i.day = m.day
          and i.entry_id <= m.entry_id and not i.superseded) p
      where ${scope(sql`m.tenant_id`)} and (m.debit, m.credit, m.lines) is distinct from (p.debit, p.credit, p.lines)`,
  },
  {
    kind: "entry_day_wrong",
    query: (scope) => sql`
      select coalesce(d.tenant_id, e.tenant_id) as tenant_id, 'day:' || coalesce(d.day, e.day) as subject,
        format('%s stores %s entries and has %s', coalesce(d.day, e.day), coalesce(d.entries, 0), coalesce(e.entries, 0))
          as message
      from (select * from entry_days d where ${scope(sql`d.tenant_id`)}) d
      full join (
        select e.tenant_id, e.entry_date as day, count(*) as entries
        from entries e where ${scope(sql`e.tenant_id`)} group by e.tenant_id, e.entry_date
      ) e on e.tenant_id = d.tenant_id and e.day = d.day
      where coalesce(d.entries, 0) <> coalesce(e.entries, 0)`,
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
    kind: "ledger_parent_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('ledger %s has a parent that is %s', l.code,
          case when p.group_id <> l.group_id then 'in another group' else 'a sub-ledger itself' end) as message
      from ledgers l join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
      where ${scope(sql`l.tenant_id`)} and (p.group_id <> l.group_id or p.parent_ledger_id is not null)`,
  },
  {
    kind: "number_missing",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry type %s: number %s is followed by %s', e.entry_type_id, e.before, e.number) as message
      from (
        select e.*, lag(e.number, 1, 0) over (partition by e.tenant_id, e.entry_type_id order by e.number) as before
        from entries e where ${scope(sql`e.tenant_id`)}) e
      where e.number <> e.before + 1`,
  },
  {
    kind: "counter_wrong",
    query: (scope) => sql`
      select coalesce(c.tenant_id, e.tenant_id) as tenant_id,
        'counter:' || coalesce(c.entry_type_id, e.entry_type_id) as subject,
        format('entry type %s: the counter stands at %s, the last number is %s',
          coalesce(c.entry_type_id, e.entry_type_id), coalesce(c.last_number, 0), coalesce(e.last_number, 0)) as message
      from (select * from entry_counters c where ${scope(sql`c.tenant_id`)}) c
      full join (
        select e.tenant_id, e.entry_type_id, max(e.number) as last_number
        from entries e where ${scope(sql`e.tenant_id`)} group by e.tenant_id, e.entry_type_id
      ) e on e.tenant_id = c.tenant_id and e.entry_type_id = c.entry_type_id
      where coalesce(c.last_number, 0) <> coalesce(e.last_number, 0)`,
  },
];

/**
 * Do the books agree? Recomputes everything that is stored twice and names each difference.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope lets it read.
 * @returns the faults found; none when the books agree.
 */
export async function checkBooks(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  const scope = (column: RawBuilder<unknown>) =>
    tenantId === null ? sql`true` : sql`${column} = ${tenantId}`;
  const faults: Fault[] = [];
  for (const check of checks) {
    const { rows } = await sql<Omit<Fault, "kind">>`
      ${check.query(scope)} order by 1, 2`.execute(tx);
    faults.push(...rows.map((row) => ({ kind: check.kind, ...row })));
  }
  return faults;
}
