import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { sql, type RawBuilder } from "kysely";

/** The condition that a column contains a tenant covered by the check. */
export type Scope = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** One kind of fault: its query returns a row (tenant_id, subject, message) for each fault. */
export type Check<Kind extends string> = {
  kind: Kind;
  query: (scope: Scope) => RawBuilder<unknown>;
};

/** The kinds of faults in stored entries. */
export type EntryFaultKind =
  | "entry_one_sided"
  | "entry_unbalanced"
  | "entry_line_missing"
  | "entry_items_misplaced"
  | "item_ledger_missing"
  | "entry_history_missing"
  | "entry_type_unknown"
  | "entry_day_wrong"
  | "entry_reversal_wrong"
  | "newest_entry_wrong"
  | "number_missing"
  | "counter_wrong";

const types = Object.values(ENTRY_TYPE).map(({ id }) => id);

/**
 * All revisions of entries, including the current ones: tenant_id, entry_id, revision, entry_date,
 * current.
 */
const revisions = (scope: Scope) => sql`
  select e.tenant_id, e.id as entry_id, e.revision, e.entry_date, true as current
  from entries e where ${scope(sql`e.tenant_id`)}
  union all
  select r.tenant_id, r.entry_id, r.revision, r.entry_date, false
  from entry_revisions r where ${scope(sql`r.tenant_id`)}`;

/**
 * Checks of entries, their items and their numbers. Each query scans its tables once and groups the
 * rows, because a look-up for each entry would be slow on large books.
 */
export const entryChecks: readonly Check<EntryFaultKind>[] = [
  {
    kind: "entry_reversal_wrong",
    query: (scope) => sql`
      select both_entries.tenant_id, 'entry:' || both_entries.entry_id as subject,
        format('entry %s and its reversal %s do not come to nothing on ledger %s', both_entries.entry_id,
          both_entries.reversal_id, min(both_entries.ledger_id)) as message
      from (
        select r.tenant_id, r.entry_id, r.reversal_id, i.ledger_id
        from entry_reversals r
        join entry_items i on i.tenant_id = r.tenant_id and i.entry_id in (r.entry_id, r.reversal_id)
          and not i.superseded
        where ${scope(sql`r.tenant_id`)} and ${scope(sql`i.tenant_id`)}
        group by r.tenant_id, r.entry_id, r.reversal_id, i.ledger_id
        having sum(case i.dc when 'DR' then i.amount else -i.amount end) <> 0) both_entries
      group by 1, both_entries.entry_id, both_entries.reversal_id`,
  },
  {
    kind: "entry_one_sided",
    query: (scope) => sql`
      select r.tenant_id, 'entry:' || r.entry_id as subject,
        format('entry %s, revision %s, has %s debit and %s credit items', r.entry_id, r.revision,
          coalesce(i.debits, 0), coalesce(i.credits, 0)) as message
      from (${revisions(scope)}) r left join (
        select i.tenant_id, i.entry_id, i.revision, count(*) filter (where i.dc = 'DR') as debits,
          count(*) filter (where i.dc = 'CR') as credits
        from entry_items i where ${scope(sql`i.tenant_id`)} group by i.tenant_id, i.entry_id, i.revision
      ) i on i.tenant_id = r.tenant_id and i.entry_id = r.entry_id and i.revision = r.revision
      where coalesce(i.debits, 0) = 0 or coalesce(i.credits, 0) = 0`,
  },
  {
    kind: "entry_unbalanced",
    query: (scope) => sql`
      select i.tenant_id, 'entry:' || i.entry_id as subject,
        format('entry %s, revision %s: debit and credit differ by %s kobo', i.entry_id, i.revision,
          sum(case i.dc when 'DR' then i.amount else -i.amount end)) as message
      from entry_items i where ${scope(sql`i.tenant_id`)}
      group by i.tenant_id, i.entry_id, i.revision
      having sum(case i.dc when 'DR' then i.amount else -i.amount end) <> 0`,
  },
  {
    kind: "entry_line_missing",
    query: (scope) => sql`
      select i.tenant_id, 'entry:' || i.entry_id as subject,
        format('entry %s, revision %s: its last line is %s, and it has %s', i.entry_id, i.revision, max(i.line),
          count(*)) as message
      from entry_items i where ${scope(sql`i.tenant_id`)}
      group by i.tenant_id, i.entry_id, i.revision having count(*) <> max(i.line)`,
  },
  {
    kind: "entry_items_misplaced",
    query: (scope) => sql`
      select i.tenant_id, 'entry:' || i.entry_id as subject,
        format('entry %s, line %s of revision %s: %s', i.entry_id, i.line, i.revision,
          case when r.entry_id is null then 'the entry has no such revision'
            when r.current and i.superseded then 'the current revision is marked superseded'
            when not r.current and not i.superseded then 'an earlier revision still counts'
            else format('stands on %s, the revision on %s', i.day, r.entry_date) end) as message
      from entry_items i left join (${revisions(scope)}) r
        on r.tenant_id = i.tenant_id and r.entry_id = i.entry_id and r.revision = i.revision
      where ${scope(sql`i.tenant_id`)}
        and (r.entry_id is null or i.superseded = r.current or i.day <> r.entry_date)`,
  },
  {
    kind: "item_ledger_missing",
    query: (scope) => sql`
      select i.tenant_id, 'entry:' || i.entry_id as subject,
        format('entry %s, line %s of revision %s: its ledger %s is not in these books', i.entry_id, i.line,
          i.revision, i.ledger_id) as message
      from entry_items i left join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
      where ${scope(sql`i.tenant_id`)} and l.id is null`,
  },
  {
    kind: "entry_history_missing",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s is at revision %s but keeps %s earlier ones', e.id, e.revision, coalesce(kept.earlier, 0))
          || case when kept.later > 0 then format(' and %s that are not earlier', kept.later) else '' end as message
      from entries e left join (
        select r.tenant_id, r.entry_id, count(*) filter (where r.revision < x.revision) as earlier,
          count(*) filter (where r.revision >= x.revision) as later
        from entry_revisions r join entries x on x.tenant_id = r.tenant_id and x.id = r.entry_id
        where ${scope(sql`r.tenant_id`)} group by r.tenant_id, r.entry_id
      ) kept on kept.tenant_id = e.tenant_id and kept.entry_id = e.id
      where ${scope(sql`e.tenant_id`)} and (coalesce(kept.earlier, 0) <> e.revision - 1 or kept.later > 0)`,
  },
  {
    kind: "entry_type_unknown",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s is of type %s, which there is not', e.id, e.entry_type_id) as message
      from entries e where ${scope(sql`e.tenant_id`)} and e.entry_type_id <> all (${types}::smallint[])`,
  },
  {
    kind: "entry_day_wrong",
    query: (scope) => sql`
      select coalesce(d.tenant_id, e.tenant_id) as tenant_id, 'day:' || coalesce(d.day, e.day) as subject,
        format('%s stores %s entries and has %s', coalesce(d.day, e.day), coalesce(d.entries, 0),
          coalesce(e.entries, 0)) as message
      from (select * from entry_days d where ${scope(sql`d.tenant_id`)}) d
      full join (
        select e.tenant_id, e.entry_date as day, count(*) as entries
        from entries e where ${scope(sql`e.tenant_id`)} group by e.tenant_id, e.entry_date
      ) e on e.tenant_id = d.tenant_id and e.day = d.day
      where coalesce(d.entries, 0) <> coalesce(e.entries, 0)`,
  },
  {
    kind: "newest_entry_wrong",
    query: (scope) => sql`
      select t.id as tenant_id, 'entry:' || coalesce(e.id, c.newest_id) as subject,
        format('the newest entry is stored as %s of %s, and it is %s of %s', coalesce(c.newest_id::text, 'none'),
          coalesce(c.newest_day::text, 'no day'), coalesce(e.id::text, 'none'),
          coalesce(e.entry_date::text, 'no day')) as message
      from tenants t
      left join lateral (
        select c.newest_day, c.newest_id from entry_counters c where c.tenant_id = t.id
        order by c.newest_day desc, c.newest_id desc limit 1) c on true
      left join lateral (
        select e.entry_date, e.id from entries e where e.tenant_id = t.id
        order by e.entry_date desc, e.id desc limit 1) e on true
      where ${scope(sql`t.id`)} and (c.newest_day, c.newest_id) is distinct from (e.entry_date, e.id)`,
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
