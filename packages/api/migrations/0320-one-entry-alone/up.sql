-- One new entry of few lines, which is what most posts are, without what serves many: setting up the one large
-- statement of post_entries costs more than writing what a single entry needs, row for row and table for table.
--
-- It posts what is plain and leaves all else as it is, by giving nothing: what is unsound, a ledger that is missing,
-- controlled, closed to postings or named twice, and a day in the locked period. post_entries then does as for many,
-- and there alone stands what is refused and why.
--
-- Locks are taken in the order of post_entries, but the counter's as late as can be: the number is what all posts of a
-- tenant wait for. Days and months of ledgers, written before, are guarded by the locks of their ledgers.
create function post_alone(
  p_tenant_id bigint, p_actor_id bigint, p_request_id text, p_recorded_at timestamptz, p_entry jsonb
)
-- The entry's id and number.
returns bigint[]
language plpgsql
as $$
declare
  v_lines constant jsonb := p_entry -> 'items';
  v_count constant integer := jsonb_array_length(v_lines);
  v_day constant date := (p_entry ->> 'entry_date')::date;
  v_type constant smallint := (p_entry ->> 'entry_type_id')::smallint;
  v_actor_id constant bigint := coalesce((p_entry ->> 'actor_id')::bigint, p_actor_id);
  v_ledgers bigint[];
  -- What each line adds to the balance of its ledger: a debit as it is, a credit below zero.
  v_nets bigint[];
  v_narrations text[];
  v_line jsonb;
  v_amount bigint;
  v_side text;
  v_sum numeric := 0;
  v_locked integer;
  v_control boolean;
  v_closed boolean;
  v_locked_until date;
  v_entry_id bigint;
  v_number bigint;
begin
  for i in 0 .. v_count - 1 loop
    v_line := v_lines -> i;
    v_side := v_line ->> 'dc';
    v_amount := (v_line ->> 'amount')::bigint;
    if v_side = 'CR' then
      v_nets[i + 1] := -v_amount;
    elsif v_side = 'DR' then
      v_nets[i + 1] := v_amount;
    else
      return null;
    end if;
    if v_amount > 0 then
      v_sum := v_sum + v_nets[i + 1];
    else
      return null;
    end if;
    v_ledgers[i + 1] := (v_line ->> 'ledger_id')::bigint;
    v_narrations[i + 1] := v_line ->> 'narration';
  end loop;
  -- Amounts above zero that come to nothing with their signs have both sides.
  if v_sum <> 0 or v_sum is null or v_ledgers is null then
    return null;
  end if;

  select count(*), bool_or(l.control) into v_locked, v_control
  from (
    select l.control from ledgers l
    where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) order by l.id for no key update) l;
  if v_locked <> v_count or v_control then
    return null;
  end if;
  -- Read under the locks of the ledgers, as in post_entries.
  select exists (select from ledgers s where s.tenant_id = p_tenant_id and s.parent_ledger_id = any (v_ledgers)),
    (select k.locked_until from period_locks k where k.tenant_id = p_tenant_id)
  into v_closed, v_locked_until;
  if v_closed or v_day <= v_locked_until then
    return null;
  end if;

  -- Taken while the ledgers are locked, as in post_entries.
  v_entry_id := nextval('entries_id_seq');
  update ledgers l set balance = l.balance + v_nets[array_position(v_ledgers, l.id)]
  where l.tenant_id = p_tenant_id and l.id = any (v_ledgers);
  with days as (
    insert into ledger_days as d (tenant_id, ledger_id, day, debit, credit, lines)
    select p_tenant_id, a.ledger_id, v_day, greatest(a.net, 0), greatest(-a.net, 0), 1
    from unnest(v_ledgers, v_nets) a(ledger_id, net)
    on conflict (tenant_id, ledger_id, day) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + 1
    returning d.ledger_id, d.debit, d.credit, d.lines
  )
  insert into ledger_day_marks (tenant_id, ledger_id, day, entry_id, debit, credit, lines)
  select p_tenant_id, d.ledger_id, v_day, v_entry_id, d.debit, d.credit, d.lines from days d where d.lines % 256 = 0;
  insert into ledger_months as m (tenant_id, ledger_id, month, debit, credit, lines)
  select p_tenant_id, a.ledger_id, date_trunc('month', v_day::timestamp)::date, greatest(a.net, 0), greatest(-a.net, 0),
    1
  from unnest(v_ledgers, v_nets) a(ledger_id, net)
  on conflict (tenant_id, month, ledger_id) do update
    set debit = m.debit + excluded.debit, credit = m.credit + excluded.credit, lines = m.lines + 1;
  insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
  values (p_tenant_id, v_actor_id, 'entry.posted', 'entry:' || v_entry_id, '{"revision": 1}',
    coalesce(p_entry ->> 'request_id', p_request_id), p_recorded_at);

  insert into entry_counters as c (tenant_id, entry_type_id, last_number) values (p_tenant_id, v_type, 1)
  on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + 1
  returning c.last_number into v_number;
  insert into entries (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at, recorded_by)
  overriding system value
  values (p_tenant_id, v_entry_id, v_type, v_number, v_day, coalesce(p_entry ->> 'narration', ''), p_recorded_at,
    v_actor_id);
  insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
  select p_tenant_id, v_entry_id, 1, a.line, a.ledger_id, case when a.net > 0 then 'DR' else 'CR' end, abs(a.net),
    v_day, a.narration
  from unnest(v_ledgers, v_nets, v_narrations) with ordinality a(ledger_id, net, narration, line);
  insert into entry_days as d (tenant_id, day, entries) values (p_tenant_id, v_day, 1)
  on conflict (tenant_id, day) do update set entries = d.entries + 1;
  return array[v_entry_id, v_number];
end
$$;
revoke all on function post_alone from public;

-- As before; one entry alone goes its own way first.
create or replace function post_entries(
  p_tenant_id bigint, p_actor_id bigint, p_request_id text, p_recorded_at timestamptz, p_entries jsonb
)
returns table (place integer, entry_id bigint, number bigint, revision integer)
language plpgsql
security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
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
    perform lock_ledgers(p_tenant_id, v_heads, v_items, v_revised);
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
    where x.tenant_id = p_tenant_id and x.id = h.entry_id and h.revision > 1;
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
    where l.tenant_id = p_tenant_id and l.id = moved.ledger_id
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
