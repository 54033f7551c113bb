-- Each counter knows a newest entry: of all counters of a tenant, the greatest day and id are those of the tenant's
-- newest entry. A list of the newest entries of many tenants then begins with the tenants that have them, and looks up
-- no others. A posting changes its counter anyway.
alter table entry_counters add column newest_day date, add column newest_id bigint;
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update entry_counters c set newest_day = e.entry_date, newest_id = e.id
    from (
      select x.entry_date, x.id from entries x where x.tenant_id = v_tenant_id
      order by x.entry_date desc, x.id desc limit 1) e
    where c.tenant_id = v_tenant_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table entry_counters alter column newest_day set not null, alter column newest_id set not null;

-- Corrects the newest entry of a tenant after entries were revised, which may have left the newest day or reached it.
-- Counters and entries are read by the same statement, and so as of the same moment: an entry that was read earlier may
-- have been revised by another transaction since, and would be stored as the newest again.
create function renew_newest(p_tenant_id bigint)
returns void
language plpgsql
as $$
begin
  update entry_counters c set newest_day = e.entry_date, newest_id = e.id
  from (
    select x.entry_type_id, x.entry_date, x.id from entries x where x.tenant_id = p_tenant_id
    order by x.entry_date desc, x.id desc limit 1) e
  where c.tenant_id = p_tenant_id and c.entry_type_id = e.entry_type_id
    and (c.newest_day, c.newest_id) < (e.entry_date, e.id);
  perform 1 from entry_counters c
  where c.tenant_id = p_tenant_id and (c.newest_day, c.newest_id) > (
    select x.entry_date, x.id from entries x where x.tenant_id = p_tenant_id
    order by x.entry_date desc, x.id desc limit 1);
  if not found then
    return;
  end if;
  -- Entries that others post meanwhile are seen once their counters are locked.
  perform 1 from entry_counters c where c.tenant_id = p_tenant_id order by c.entry_type_id for no key update;
  update entry_counters c set newest_day = e.entry_date, newest_id = e.id
  from (
    select x.entry_date, x.id from entries x where x.tenant_id = p_tenant_id
    order by x.entry_date desc, x.id desc limit 1) e
  where c.tenant_id = p_tenant_id and (c.newest_day, c.newest_id) > (e.entry_date, e.id);
end
$$;
revoke all on function renew_newest from public;

-- As before, with the newest entry of the counter.
create or replace function post_alone(
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

  insert into entry_counters as c (tenant_id, entry_type_id, last_number, newest_day, newest_id)
  values (p_tenant_id, v_type, 1, v_day, v_entry_id)
  on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + 1,
    newest_day = greatest(c.newest_day, v_day),
    newest_id = case when (c.newest_day, c.newest_id) < (v_day, v_entry_id) then v_entry_id else c.newest_id end
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

-- As before, with the newest entries of the counters.
create or replace function write_postings(
  p_tenants bigint[], p_recorded_at timestamptz, p_heads posting_head[], p_items posting_item[], p_moved posting_item[]
)
returns table (place integer, entry_id bigint, number bigint, revision integer)
language plpgsql
-- A nested loop would go over all that is posted again for each row of it.
set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  -- Rows that are found by these keys are looked up one by one, whatever the plan takes an organization to have.
  v_tenants constant bigint[] := array(select distinct t from unnest(p_tenants) t);
  v_ledgers constant bigint[] := array(select distinct i.ledger_id from unnest(p_items) i);
begin
  return query
  with taken as materialized (
    -- Ids are taken while the ledgers are locked. So the entries of one ledger are committed in the order of their
    -- ids, and what is posted now comes after all that a mark of one of its days has counted.
    select p_tenants[h.place] as tenant_id, h.place, coalesce(h.entry_id, nextval('entries_id_seq')) as entry_id,
      h.entry_type_id, h.entry_date, h.narration, h.revision, h.actor_id, h.request_id
    from unnest(p_heads) h
  ), head as materialized (
    -- The numbers of new entries follow from their places among those of their tenant and type.
    select t.*, row_number() over (numbers order by t.place) as nth, count(*) over numbers as together,
      max(t.entry_date) over numbers as newest_day
    from taken t
    window numbers as (partition by t.tenant_id, t.entry_type_id, t.revision = 1)
  ), item as materialized (
    select h.tenant_id, h.entry_id, h.revision, h.entry_date as day, i.line, i.ledger_id, i.dc, i.amount, i.narration
    from unnest(p_items) i join head h on h.place = i.place
  ), added as materialized (
    select i.tenant_id, i.ledger_id, i.day, count(*)::integer as lines,
      max(case i.revision when 1 then i.entry_id end) as newest,
      sum(case i.dc when 'DR' then i.amount else 0 end)::bigint as debit,
      sum(case i.dc when 'CR' then i.amount else 0 end)::bigint as credit
    from item i group by i.tenant_id, i.ledger_id, i.day
  ), numbered as (
    insert into entry_counters as c (tenant_id, entry_type_id, last_number, newest_day, newest_id)
    select h.tenant_id, h.entry_type_id, count(*), max(h.newest_day),
      max(h.entry_id) filter (where h.entry_date = h.newest_day)
    from head h where h.revision = 1 group by 1, 2 order by 1, 2
    on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + excluded.last_number,
      newest_day = greatest(c.newest_day, excluded.newest_day),
      newest_id = case when (c.newest_day, c.newest_id) < (excluded.newest_day, excluded.newest_id)
        then excluded.newest_id else c.newest_id end
    returning c.tenant_id, c.entry_type_id, c.last_number
  ), posted as (
    insert into entries as x (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at, recorded_by)
    overriding system value
    select h.tenant_id, h.entry_id, h.entry_type_id, n.last_number - h.together + h.nth, h.entry_date, h.narration,
      p_recorded_at, h.actor_id
    from head h join numbered n on n.tenant_id = h.tenant_id and n.entry_type_id = h.entry_type_id
    where h.revision = 1
    returning x.id, x.number
  ), lines as (
    insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
    select i.tenant_id, i.entry_id, i.revision, i.line, i.ledger_id, i.dc, i.amount, i.day, i.narration
    from item i
  ), days as (
    insert into ledger_days as d (tenant_id, ledger_id, day, debit, credit, lines)
    select a.tenant_id, a.ledger_id, a.day, a.debit, a.credit, a.lines from added a
    on conflict (tenant_id, ledger_id, day) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + excluded.lines
    returning d.tenant_id, d.ledger_id, d.day, d.debit, d.credit, d.lines
  ), marks as (
    insert into ledger_day_marks (tenant_id, ledger_id, day, entry_id, debit, credit, lines)
    select d.tenant_id, d.ledger_id, d.day, a.newest, d.debit, d.credit, d.lines
    from days d join added a on a.tenant_id = d.tenant_id and a.ledger_id = d.ledger_id and a.day = d.day
    -- The first condition follows from the last one, and leaves few days to be looked for.
    where d.lines % 256 < cardinality(p_heads) and a.newest is not null
      and d.lines / 256 > (d.lines - a.lines) / 256
  ), months as (
    insert into ledger_months as m (tenant_id, ledger_id, month, debit, credit, lines)
    select a.tenant_id, a.ledger_id, date_trunc('month', a.day::timestamp)::date, sum(a.debit), sum(a.credit),
      sum(a.lines)
    from added a group by 1, 2, 3
    on conflict (tenant_id, month, ledger_id) do update
      set debit = m.debit + excluded.debit, credit = m.credit + excluded.credit, lines = m.lines + excluded.lines
  ), balances as (
    update ledgers l set balance = l.balance + moved.net
    from (
      select a.tenant_id, a.ledger_id, sum(a.debit - a.credit) as net
      from added a group by a.tenant_id, a.ledger_id) moved
    where l.tenant_id = any (v_tenants) and l.id = any (v_ledgers)
      and l.tenant_id = moved.tenant_id and l.id = moved.ledger_id
  ), dated as (
    -- A day that loses as many entries as it gains stays as it is.
    insert into entry_days as d (tenant_id, day, entries)
    select moved.tenant_id, moved.day, sum(moved.entries)
    from (
      select h.tenant_id, h.entry_date as day, 1 as entries from head h
      union all
      -- Only entries of one tenant are revised.
      select p_tenants[1], o.day, -1 from unnest(p_moved) o group by o.entry_id, o.day) moved
    group by 1, 2 having sum(moved.entries) <> 0 order by 1, 2
    on conflict (tenant_id, day) do update set entries = d.entries + excluded.entries
  ), audited as (
    insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
    select h.tenant_id, h.actor_id, case h.revision when 1 then 'entry.posted' else 'entry.revised' end,
      'entry:' || h.entry_id, jsonb_build_object('revision', h.revision), h.request_id, p_recorded_at
    from taken h
  )
  select h.place, h.entry_id, coalesce(
      p.number, (select x.number from entries x where x.tenant_id = h.tenant_id and x.id = h.entry_id)), h.revision
  from head h left join posted p on p.id = h.entry_id
  order by h.place;
  if p_moved is not null then
    perform renew_newest(p_tenants[1]);
  end if;
end
$$;
