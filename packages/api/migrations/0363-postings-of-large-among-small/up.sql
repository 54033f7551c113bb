-- A connection keeps one plan for all organizations, made for one of average size. Where many are small, reading all that
-- an organization has and joining it looks cheaper than looking each row up by its key, also for the one organization
-- that is large: with a thousand ledgers among organizations of twenty, each posting read all thousand to change the
-- balances of a few. So the keys stand as conditions of their own wherever one row of many is meant, beside the join.
create or replace function lock_revised(p_tenant_id bigint, p_entries jsonb, p_heads posting_head[], p_revised bigint[])
returns posting_head[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_bad record;
begin
  perform 1 from entries x
  where x.tenant_id = p_tenant_id and x.id = any (p_revised) order by x.id for update;
  select h.place, x.id into v_bad
  from unnest(p_heads) h
    left join entries x on x.tenant_id = p_tenant_id and x.id = any (p_revised) and x.id = h.entry_id
  where h.entry_id is not null and (
    x.id is null or x.revision <> (p_entries -> (h.place - 1) ->> 'expected_revision')::integer)
  order by h.place limit 1;
  if found then
    perform refuse_posting(
      case when v_bad.id is null then 'entry_not_found' else 'changed_meanwhile' end,
      jsonb_build_object('place', v_bad.place));
  end if;
  return array(
    select row(
      h.place, h.entry_id, h.entry_type_id, coalesce(h.entry_date, x.entry_date), h.narration,
      coalesce(x.revision + 1, 1), h.actor_id, h.request_id
    )::posting_head
    from unnest(p_heads) h
      left join entries x on x.tenant_id = p_tenant_id and x.id = any (p_revised) and x.id = h.entry_id);
end
$$;

create or replace function lock_ledgers(p_tenant_id bigint, p_heads posting_head[], p_items posting_item[], p_revised bigint[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_ledgers bigint[];
  v_parents bigint[];
  v_locked integer;
  v_control boolean;
  v_bad record;
begin
  v_ledgers := array(
    select i.ledger_id from unnest(p_items) i
    union
    select o.ledger_id from entry_items o
    where o.tenant_id = p_tenant_id and o.entry_id = any (p_revised) and not o.superseded);
  select count(*), coalesce(bool_or(locked.control), false) into v_locked, v_control from (
    select l.control from ledgers l
    where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) order by l.id for no key update) locked;
  if v_locked <> cardinality(v_ledgers) then
    select i.place, i.line into v_bad from unnest(p_items) i
    where not exists (select from ledgers l where l.tenant_id = p_tenant_id and l.id = i.ledger_id)
    order by i.place, i.line limit 1;
    perform refuse_posting('ledger_not_found', jsonb_build_object('place', v_bad.place, 'line', v_bad.line));
  end if;

  if v_control then
    perform refuse_by_hand(p_tenant_id, p_heads, p_items);
  end if;

  v_parents := array(
    select s.parent_ledger_id from ledgers s where s.tenant_id = p_tenant_id and s.parent_ledger_id = any (v_ledgers));
  select i.place, i.line, l.code, l.name into v_bad
  from unnest(p_items) i join ledgers l on l.tenant_id = p_tenant_id and l.id = any (v_ledgers) and l.id = i.ledger_id
  where i.ledger_id = any (v_parents)
    -- A year-end takes what a ledger has by itself, also from before it got sub-ledgers.
    and not exists (select from unnest(p_heads) h where h.place = i.place and h.entry_type_id = 14)
    and not exists (
      select from entry_items o
      where o.tenant_id = p_tenant_id and o.entry_id = any (p_revised) and o.entry_id = i.entry_id
        and o.ledger_id = i.ledger_id and not o.superseded)
  order by i.place, i.line limit 1;
  if found then
    perform refuse_posting(
      'ledger_closed_to_postings',
      jsonb_build_object('place', v_bad.place, 'line', v_bad.line, 'ledger', v_bad.code || ' ' || v_bad.name));
  end if;
end
$$;

create or replace function shift_marks(p_tenant_id bigint, p_items posting_item[], p_sign integer)
returns void
language sql
set search_path = public, pg_temp
as $$
  update ledger_day_marks m set debit = m.debit + p_sign * moved.debit,
    credit = m.credit + p_sign * moved.credit, lines = m.lines + p_sign * moved.lines
  from (
    select k.ledger_id, k.day, k.entry_id, count(*)::integer as lines,
      coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
      coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit
    from unnest(p_items) i
      join ledger_day_marks k on k.tenant_id = p_tenant_id
        and k.ledger_id = any (array(select o.ledger_id from unnest(p_items) o))
        and k.day = any (array(select o.day from unnest(p_items) o))
        and k.ledger_id = i.ledger_id and k.day = i.day and k.entry_id >= i.entry_id
    group by k.ledger_id, k.day, k.entry_id) moved
  where m.tenant_id = p_tenant_id
    and m.ledger_id = any (array(select o.ledger_id from unnest(p_items) o))
    and m.day = any (array(select o.day from unnest(p_items) o))
    and m.ledger_id = moved.ledger_id and m.day = moved.day and m.entry_id = moved.entry_id
$$;

create or replace function refuse_reversed(p_tenant_id bigint, p_heads posting_head[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_bad record;
begin
  select h.place, r.entry_id, r.reversal_id into v_bad
  from unnest(p_heads) h
  cross join lateral (
    select r.entry_id, r.reversal_id from entry_reversals r where r.tenant_id = p_tenant_id and r.entry_id = h.entry_id
    union all
    select r.entry_id, r.reversal_id from entry_reversals r where r.tenant_id = p_tenant_id and r.reversal_id = h.entry_id
  ) r
  order by h.place limit 1;
  if found then
    perform refuse_posting(
      'entry_reversed',
      jsonb_build_object('place', v_bad.place, 'entry', v_bad.entry_id, 'reversal', v_bad.reversal_id));
  end if;
end
$$;

create or replace function take_back_postings(p_tenant_id bigint, p_entries bigint[])
returns posting_item[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_items posting_item[];
  v_ledgers bigint[];
  v_days date[];
  v_months date[];
begin
  v_items := array(
    select row(
      0, i.line, i.ledger_id, i.dc, i.amount, i.narration, i.entry_id, i.revision, i.day
    )::posting_item
    from entry_items i
    where i.tenant_id = p_tenant_id and i.entry_id = any (p_entries) and not i.superseded);
  v_ledgers := array(select distinct i.ledger_id from unnest(v_items) i);
  v_days := array(select distinct i.day from unnest(v_items) i);
  v_months := array(select distinct date_trunc('month', d::timestamp)::date from unnest(v_days) d);

  insert into entry_revisions (tenant_id, entry_id, revision, entry_date, narration, recorded_at, recorded_by)
  select x.tenant_id, x.id, x.revision, x.entry_date, x.narration, x.recorded_at, x.recorded_by
  from entries x where x.tenant_id = p_tenant_id and x.id = any (p_entries);

  update entry_items set superseded = true
  where tenant_id = p_tenant_id and entry_id = any (p_entries) and not superseded;

  perform shift_marks(p_tenant_id, v_items, -1);

  update ledger_days d set debit = d.debit - o.debit, credit = d.credit - o.credit, lines = d.lines - o.lines
  from (
    select i.ledger_id, i.day, count(*)::integer as lines,
      coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
      coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit
    from unnest(v_items) i group by i.ledger_id, i.day) o
  where d.tenant_id = p_tenant_id and d.ledger_id = any (v_ledgers) and d.day = any (v_days)
    and d.ledger_id = o.ledger_id and d.day = o.day;

  update ledger_months m set debit = m.debit - o.debit, credit = m.credit - o.credit, lines = m.lines - o.lines
  from (
    select i.ledger_id, date_trunc('month', i.day::timestamp)::date as month, count(*)::integer as lines,
      coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
      coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit
    from unnest(v_items) i group by 1, 2) o
  where m.tenant_id = p_tenant_id and m.month = any (v_months) and m.ledger_id = any (v_ledgers)
    and m.month = o.month and m.ledger_id = o.ledger_id;

  update ledgers l set balance = l.balance - o.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(v_items) i group by i.ledger_id) o
  where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) and l.id = o.ledger_id;
  return v_items;
end
$$;

create or replace function keep_locked_period(
  p_tenant_id bigint, p_locked_until date, p_recorded_at timestamptz, p_heads posting_head[])
returns posting_head[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_revised constant bigint[] := array(select h.entry_id from unnest(p_heads) h where h.entry_id is not null);
  v_place integer;
begin
  select h.place into v_place
  from unnest(p_heads) h
  left join entries x on x.tenant_id = p_tenant_id and x.id = any (v_revised) and x.id = h.entry_id
  where (h.entry_type_id < 10 or h.entry_type_id = 14)
    and least(h.entry_date, x.entry_date) <= p_locked_until
    and not (h.entry_type_id = 14 and h.entry_date >= p_locked_until)
    and not exists (
      select from period_lock_exceptions e
      where e.tenant_id = p_tenant_id and e.user_id = h.actor_id and e.until > p_recorded_at)
  order by h.place limit 1;
  if found then
    perform refuse_posting('period_locked', jsonb_build_object('place', v_place, 'until', p_locked_until));
  end if;
  return array(
    select row(
      h.place, h.entry_id, h.entry_type_id, case when moved.so then p_locked_until + 1 else h.entry_date end,
      case when moved.so
        then h.narration || format(' (happened on %s, in the locked period)', to_char(h.entry_date, 'DD Mon YYYY'))
        else h.narration end,
      h.revision, h.actor_id, h.request_id
    )::posting_head
    from unnest(p_heads) h
    cross join lateral (
      select h.entry_type_id >= 10 and h.entry_type_id <> 14 and h.entry_id is null
        and h.entry_date <= p_locked_until as so) moved);
end
$$;

create or replace function post_entries(
  p_tenant_id bigint, p_actor_id bigint, p_request_id text, p_recorded_at timestamptz, p_entries jsonb
)
returns table (place integer, entry_id bigint, number bigint, revision integer)
language plpgsql
security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_heads posting_head[];
  v_items posting_item[];
  v_ledgers bigint[];
  -- The types of the new entries by place; null stands for a revision, which keeps its number.
  v_types smallint[];
  v_revised bigint[];
  v_moved posting_item[];
  v_sound integer;
  v_named integer;
  v_locked integer;
  v_control boolean;
  v_closed boolean;
  v_locked_until date;
  v_alone bigint[];
begin
  if p_tenant_id is distinct from nullif(current_setting('app.tenant_id', true), '')::bigint then
    perform require_scope(p_tenant_id);
  end if;
  if jsonb_array_length(p_entries) = 1 and not (p_entries -> 0) ? 'entry_id'
    and jsonb_array_length(p_entries #> '{0,items}') <= 16
  then
    v_alone := post_alone(p_tenant_id, p_actor_id, p_request_id, p_recorded_at, p_entries -> 0);
    if v_alone is not null then
      return query select 1, v_alone[1], v_alone[2], 1;
      return;
    end if;
  end if;
  v_heads := array(
    select row(
      e.place, e.entry_id, e.entry_type_id, e.entry_date, coalesce(e.narration, ''), 1,
      coalesce(e.actor_id, p_actor_id), coalesce(e.request_id, p_request_id)
    )::posting_head
    from rows from (jsonb_to_recordset(p_entries) as (
      entry_id bigint, entry_type_id smallint, entry_date date, narration text, actor_id bigint, request_id text))
      with ordinality as e(entry_id, entry_type_id, entry_date, narration, actor_id, request_id, place));
  v_items := array(
    select row(e.place, i.line, i.ledger_id, i.dc, i.amount, i.narration, null, null, null)::posting_item
    from jsonb_array_elements(p_entries) with ordinality as e(head, place),
      rows from (jsonb_to_recordset(e.head -> 'items') as (ledger_id bigint, dc text, amount bigint, narration text))
        with ordinality as i(ledger_id, dc, amount, narration, line));
  select array_agg(i.ledger_id) into v_ledgers from unnest(v_items) i;

  -- Amounts above zero that come to nothing with their signs have both sides.
  select count(*) into v_sound
  from (
    select from unnest(v_items) i group by i.place
    having min(i.amount) > 0 and sum(case i.dc when 'DR' then i.amount when 'CR' then -i.amount end) = 0) sound;
  if v_sound <> cardinality(v_heads) then
    perform check_sides(v_heads, v_items);
  end if;

  if jsonb_path_exists(p_entries, '$[*].entry_id') then
    v_revised := array(select h.entry_id from unnest(v_heads) h where h.entry_id is not null);
    v_heads := lock_revised(p_tenant_id, p_entries, v_heads, v_revised);
    perform refuse_reversed(p_tenant_id, v_heads);
    v_items := array(
      select row(i.place, i.line, i.ledger_id, i.dc, i.amount, i.narration, h.entry_id, null, null)::posting_item
      from unnest(v_items) i join unnest(v_heads) h on h.place = i.place);
  end if;

  if v_revised is null then
    select count(*), bool_or(l.control) into v_locked, v_control
    from (
      select l.control from ledgers l
      where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) order by l.id for no key update) l;
  end if;
  -- Read under the locks of the ledgers: whoever gives a ledger sub-ledgers locks it first, and whoever locks a
  -- period takes those of all ledgers first, so that it is either seen here or waits until this transaction
  -- has ended.
  select exists (select from ledgers s where s.tenant_id = p_tenant_id and s.parent_ledger_id = any (v_ledgers)),
    (select k.locked_until from period_locks k where k.tenant_id = p_tenant_id)
  into v_closed, v_locked_until;
  v_named := cardinality(v_ledgers);
  if v_locked <> v_named then
    select count(distinct i.ledger_id) into v_named from unnest(v_items) i;
  end if;
  if v_revised is not null or v_control or v_closed or v_locked <> v_named then
    -- A reversal may post to what the entry that it takes back has, as a revision of that entry might.
    perform lock_ledgers(
      p_tenant_id, v_heads, array(
        select row(
          i.place, i.line, i.ledger_id, i.dc, i.amount, i.narration,
          coalesce(i.entry_id, (p_entries -> (i.place - 1) ->> 'reverses')::bigint), null, null
        )::posting_item
        from unnest(v_items) i),
      v_revised || array(select (e.head ->> 'reverses')::bigint from jsonb_array_elements(p_entries) e(head)));
    select k.locked_until into v_locked_until from period_locks k where k.tenant_id = p_tenant_id;
  end if;
  if v_locked_until is not null then
    v_heads := keep_locked_period(p_tenant_id, v_locked_until, p_recorded_at, v_heads);
  end if;
  if v_revised is not null then
    v_moved := take_back_postings(p_tenant_id, v_revised);
    perform shift_marks(p_tenant_id, array(
      select row(
        i.place, i.line, i.ledger_id, i.dc, i.amount, i.narration, h.entry_id, h.revision, h.entry_date
      )::posting_item
      from unnest(v_items) i join unnest(v_heads) h on h.place = i.place where h.revision > 1), 1);
    update entries x set revision = h.revision, entry_date = h.entry_date, narration = h.narration,
      recorded_at = p_recorded_at, recorded_by = h.actor_id
    from unnest(v_heads) h
    where x.tenant_id = p_tenant_id and x.id = any (v_revised) and x.id = h.entry_id and h.revision > 1;
  end if;
  v_types := array(select case h.revision when 1 then h.entry_type_id end from unnest(v_heads) h order by h.place);

  return query
  with head as materialized (
    -- Ids are taken while the ledgers are locked. So the entries of one ledger are committed in the order of their
    -- ids, and what is posted now comes after all that a mark of one of its days has counted.
    select h.place, coalesce(h.entry_id, nextval('entries_id_seq')) as entry_id, h.entry_type_id, h.entry_date,
      h.narration, h.revision, h.actor_id, h.request_id
    from unnest(v_heads) h
  ), item as materialized (
    select h.entry_id, h.revision, h.entry_date as day, i.line, i.ledger_id, i.dc, i.amount, i.narration
    from unnest(v_items) i join head h on h.place = i.place
  ), added as materialized (
    select i.ledger_id, i.day, count(*)::integer as lines, max(case i.revision when 1 then i.entry_id end) as newest,
      sum(case i.dc when 'DR' then i.amount else 0 end)::bigint as debit,
      sum(case i.dc when 'CR' then i.amount else 0 end)::bigint as credit
    from item i group by i.ledger_id, i.day
  ), numbered as (
    insert into entry_counters as c (tenant_id, entry_type_id, last_number)
    select p_tenant_id, t.type, count(*)
    from unnest(v_types) t(type) where t.type is not null group by t.type order by t.type
    on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + excluded.last_number
    returning c.entry_type_id, c.last_number
  ), posted as (
    insert into entries as x (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at, recorded_by)
    overriding system value
    select p_tenant_id, h.entry_id, h.entry_type_id,
      n.last_number - cardinality(array_positions(v_types, h.entry_type_id))
        + array_position(array_positions(v_types, h.entry_type_id), h.place),
      h.entry_date, h.narration, p_recorded_at, h.actor_id
    from head h join numbered n on n.entry_type_id = h.entry_type_id
    where h.revision = 1
    returning x.id, x.number
  ), lines as (
    insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
    select p_tenant_id, i.entry_id, i.revision, i.line, i.ledger_id, i.dc, i.amount, i.day, i.narration
    from item i
  ), days as (
    insert into ledger_days as d (tenant_id, ledger_id, day, debit, credit, lines)
    select p_tenant_id, a.ledger_id, a.day, a.debit, a.credit, a.lines from added a
    on conflict (tenant_id, ledger_id, day) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + excluded.lines
    returning d.ledger_id, d.day, d.debit, d.credit, d.lines
  ), marks as (
    insert into ledger_day_marks (tenant_id, ledger_id, day, entry_id, debit, credit, lines)
    select p_tenant_id, d.ledger_id, d.day, a.newest, d.debit, d.credit, d.lines
    from days d join added a on a.ledger_id = d.ledger_id and a.day = d.day
    -- The first condition follows from the last one, and leaves few days to be looked for.
    where d.lines % 256 < cardinality(v_heads) and a.newest is not null
      and d.lines / 256 > (d.lines - a.lines) / 256
  ), months as (
    insert into ledger_months as m (tenant_id, ledger_id, month, debit, credit, lines)
    select p_tenant_id, a.ledger_id, date_trunc('month', a.day::timestamp)::date, sum(a.debit), sum(a.credit), sum(a.lines)
    from added a group by 2, 3
    on conflict (tenant_id, month, ledger_id) do update
      set debit = m.debit + excluded.debit, credit = m.credit + excluded.credit, lines = m.lines + excluded.lines
  ), balances as (
    update ledgers l set balance = l.balance + moved.net
    from (select a.ledger_id, sum(a.debit - a.credit) as net from added a group by a.ledger_id) moved
    where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) and l.id = moved.ledger_id
  ), dated as (
    -- A day that loses as many entries as it gains stays as it is.
    insert into entry_days as d (tenant_id, day, entries)
    select p_tenant_id, moved.day, sum(moved.entries)
    from (
      select h.entry_date as day, 1 as entries from head h
      union all
      select o.day, -1 from unnest(v_moved) o group by o.entry_id, o.day) moved
    group by moved.day having sum(moved.entries) <> 0 order by moved.day
    on conflict (tenant_id, day) do update set entries = d.entries + excluded.entries
  ), audited as (
    insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
    select p_tenant_id, h.actor_id, case h.revision when 1 then 'entry.posted' else 'entry.revised' end,
      'entry:' || h.entry_id, jsonb_build_object('revision', h.revision), h.request_id, p_recorded_at
    from head h
  )
  select h.place, h.entry_id, coalesce(
      p.number, (select x.number from entries x where x.tenant_id = p_tenant_id and x.id = h.entry_id)), h.revision
  from head h left join posted p on p.id = h.entry_id
  order by h.place;
end
$$;

-- The same holds for the keys of requests, thousands of which may come before the table is analyzed for the first time:
-- a connection whose plan is from before read all of them for each group that it answered.
alter function claim_idempotency_keys(bigint[], bigint[], text[], bytea[], timestamptz) set enable_seqscan = off;
alter function keep_idempotent_responses(bigint[], bigint[], text[], integer[], jsonb) set enable_seqscan = off;
