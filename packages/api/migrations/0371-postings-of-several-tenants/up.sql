-- Entries of several tenants are written by one set of statements instead of one for each tenant: setting up the
-- statements of a posting costs more than what a single entry writes.
--
-- A transaction that posts so names its tenants in app.tenant_ids. What only post_entries and post_plain may write is
-- then open to the owner for those tenants, and for nobody else: the policies are the owner's alone, so that nothing
-- that requests read or write by themselves is planned or checked in another way than before. pg_database_owner has one
-- member, the owner of the database; unlike a name it is the same in every database that a dump is restored into.
do $$
declare
  own constant text := 'tenant_id = any ((select nullif(current_setting(''app.tenant_ids'', true), '''')::bigint[])::bigint[])';
  written text;
  known text;
begin
  foreach written in array array[
    'ledgers', 'entry_counters', 'entries', 'entry_items', 'entry_days', 'ledger_days', 'ledger_day_marks', 'ledger_months']
  loop
    execute format(
      'create policy tenants_together on %I for all to pg_database_owner using (%s) with check (%s)', written, own, own);
  end loop;
  foreach known in array array['period_locks', 'organization_values'] loop
    execute format('create policy tenants_together on %I for select to pg_database_owner using (%s)', known, own);
  end loop;
  execute format('create policy audit_adds_together on audit_log for insert to pg_database_owner with check (%s)', own);
end
$$;

-- Writes entries that are checked, with all that follows from them; their ledgers are locked. By place, p_tenants has
-- the tenant of each entry. p_moved is what was taken back of those that are revised, null where none is.
create function write_postings(
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
    select t.*, row_number() over (numbers order by t.place) as nth, count(*) over numbers as together
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
    insert into entry_counters as c (tenant_id, entry_type_id, last_number)
    select h.tenant_id, h.entry_type_id, count(*) from head h where h.revision = 1 group by 1, 2 order by 1, 2
    on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + excluded.last_number
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
end
$$;
revoke all on function write_postings from public;

-- As before, but for what is written, which is a function of its own now.
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
  return query
  select w.place, w.entry_id, w.number, w.revision
  from write_postings(
    array_fill(p_tenant_id, array[cardinality(v_heads)]), p_recorded_at, v_heads, v_items, v_moved) w
  order by w.place;
end
$$;

-- Posts new entries of several tenants at once if all of them are plain; otherwise it gives nothing, and has posted
-- nothing. Plain is what post_alone takes, and a module that is on: then nothing is refused, so that why something is
-- refused stands in post_entries alone. The tenants are those of app.tenant_ids, and what it takes and gives is as for
-- post_for_tenants. Locks are taken in the order of post_entries, tenants in the order of their ids.
create function post_plain(p_recorded_at timestamptz, p_module text, p_batches jsonb)
returns table (tenant_id bigint, organization_name text, posted jsonb, ledgers jsonb)
language plpgsql
security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
as $$
#variable_conflict use_column
declare
  v_scope constant bigint[] := coalesce(nullif(current_setting('app.tenant_ids', true), '')::bigint[], '{}');
  -- By place: each entry, and its tenant.
  v_entries jsonb[];
  v_tenants bigint[];
  v_heads posting_head[];
  v_items posting_item[];
  -- The ledgers that are posted to, each beside its tenant.
  v_owners bigint[];
  v_ledgers bigint[];
  v_sound integer;
  v_locked integer;
  v_control boolean;
  v_written jsonb[];
  v_today constant date := (p_recorded_at at time zone 'Africa/Lagos')::date;
begin
  select array_agg(e.value order by b.nth, e.nth), array_agg((b.value ->> 'tenant_id')::bigint order by b.nth, e.nth)
  into v_entries, v_tenants
  from jsonb_array_elements(p_batches) with ordinality b(value, nth),
    jsonb_array_elements(b.value -> 'entries') with ordinality e(value, nth);
  if not v_tenants <@ v_scope then
    perform require_scope(t) from unnest(v_tenants) t where t <> all (v_scope);
  end if;
  -- Where the schema is another's than the database, the policies let one tenant be written at a time.
  if not pg_has_role('pg_database_owner', 'usage') or jsonb_path_exists(p_batches, '$[*].entries[*].entry_id') then
    return;
  end if;
  perform 1 from unnest(v_scope) t
  where coalesce(
    (select v.value from organization_values v where v.tenant_id = t and v.kind = 'module' and v.key = p_module),
    (select d.value from platform_defaults d where d.kind = 'module' and d.key = p_module)) ->> 'enabled' = 'false';
  if found then
    return;
  end if;

  v_heads := array(
    select row(
      e.place, null, e.value ->> 'entry_type_id', e.value ->> 'entry_date', coalesce(e.value ->> 'narration', ''), 1,
      e.value ->> 'actor_id', coalesce(e.value ->> 'request_id', '')
    )::posting_head
    from unnest(v_entries) with ordinality e(value, place));
  v_items := array(
    select row(e.place, i.line, i.ledger_id, i.dc, i.amount, i.narration, null, null, null)::posting_item
    from unnest(v_entries) with ordinality e(value, place),
      rows from (jsonb_to_recordset(e.value -> 'items') as (ledger_id bigint, dc text, amount bigint, narration text))
        with ordinality as i(ledger_id, dc, amount, narration, line));
  select count(*) into v_sound
  from (
    select from unnest(v_items) i group by i.place
    having min(i.amount) > 0 and sum(case i.dc when 'DR' then i.amount when 'CR' then -i.amount end) = 0) sound;
  if v_sound <> cardinality(v_heads) then
    return;
  end if;

  select array_agg(n.tenant_id), array_agg(n.ledger_id) into v_owners, v_ledgers
  from (select distinct v_tenants[i.place] as tenant_id, i.ledger_id from unnest(v_items) i) n;
  select count(*), bool_or(l.control) into v_locked, v_control
  from (
    select l.control from unnest(v_owners, v_ledgers) n(tenant_id, ledger_id)
      join ledgers l on l.tenant_id = n.tenant_id and l.id = n.ledger_id
    where l.tenant_id = any (v_scope) and l.id = any (v_ledgers)
    order by l.tenant_id, l.id for no key update of l) l;
  if v_locked <> cardinality(v_ledgers) or v_control then
    return;
  end if;
  -- Read under the locks of the ledgers, as in post_entries.
  perform 1 from ledgers s where s.tenant_id = any (v_scope) and s.parent_ledger_id = any (v_ledgers);
  if found then
    return;
  end if;
  perform 1 from period_locks k join unnest(v_heads) h on v_tenants[h.place] = k.tenant_id
  where k.tenant_id = any (v_scope) and h.entry_date <= k.locked_until;
  if found then
    return;
  end if;

  v_written := array(
    select jsonb_build_array(w.entry_id, w.number::text, w.revision)
    from write_postings(v_tenants, p_recorded_at, v_heads, v_items, null) w order by w.place);
  return query
  with entered as materialized (
    select v_tenants[w.place] as tenant_id, jsonb_agg(w.value order by w.place) as posted
    from unnest(v_written) with ordinality w(value, place) group by 1
  ), ledger as materialized (
    -- As of today, as in post_for_tenants, and as text, since the numbers of JSON lose what is beyond 2^53.
    select l.tenant_id, jsonb_agg(jsonb_build_array(l.id, l.code, l.name, (l.balance - coalesce((
      select sum(d.debit - d.credit) from ledger_days d
      where d.tenant_id = l.tenant_id and d.ledger_id = l.id and d.day > v_today), 0))::text)) as ledgers
    from ledgers l where l.tenant_id = any (v_scope) and l.id = any (v_ledgers) group by 1
  )
  select e.tenant_id, t.name, e.posted, l.ledgers
  from entered e
    join tenants t on t.id = any (v_scope) and t.id = e.tenant_id
    join ledger l on l.tenant_id = e.tenant_id;
end
$$;
revoke all on function post_plain from public;
grant execute on function post_plain to kontor_app;

-- As before, but all at once where that can be, and with the balances of ledgers as of today, as statements and the chart
-- have them: entries that are dated later count from their day on. What a ledger has after today is found by its key,
-- and is nearly always nothing.
create or replace function post_for_tenants(
  p_recorded_at timestamptz, p_module text, p_lock_timeout text, p_batches jsonb
)
returns table (tenant_id bigint, organization_name text, posted jsonb, ledgers jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_batch jsonb;
  v_tenant_id bigint;
  v_module jsonb;
  v_is_posted boolean;
  v_today constant date := (p_recorded_at at time zone 'Africa/Lagos')::date;
begin
  if p_lock_timeout is not null then
    perform set_config('lock_timeout', p_lock_timeout, true);
  end if;
  if jsonb_array_length(p_batches) > 1 then
    perform set_config('app.tenant_id', '', true), set_config('app.reads_all', 'off', true), set_config(
      'app.tenant_ids', array(select (b ->> 'tenant_id')::bigint from jsonb_array_elements(p_batches) b)::text, true);
    return query select p.* from post_plain(p_recorded_at, p_module, p_batches) p;
    v_is_posted := found;
    perform set_config('app.tenant_ids', '', true);
    if v_is_posted then
      return;
    end if;
  end if;
  for place in 0 .. jsonb_array_length(p_batches) - 1 loop
    v_batch := p_batches -> place;
    v_tenant_id := (v_batch ->> 'tenant_id')::bigint;
    perform set_config('app.tenant_id', v_batch ->> 'tenant_id', true), set_config('app.reads_all', 'off', true);
    tenant_id := v_tenant_id;
    posted := null;
    ledgers := null;
    select t.name, coalesce(
        (select v.value from organization_values v
          where v.tenant_id = t.id and v.kind = 'module' and v.key = p_module),
        (select d.value from platform_defaults d where d.kind = 'module' and d.key = p_module))
    into organization_name, v_module
    from tenants t where t.id = v_tenant_id;
    if v_module ->> 'enabled' is distinct from 'false' then
      select jsonb_agg(jsonb_build_array(p.entry_id, p.number::text, p.revision) order by p.place) into posted
      from post_entries(v_tenant_id, null, '', p_recorded_at, v_batch -> 'entries') p;
      -- Money as text, since the numbers of JSON lose what is beyond 2^53.
      select jsonb_agg(jsonb_build_array(l.id, l.code, l.name, (l.balance - coalesce((
        select sum(d.debit - d.credit) from ledger_days d
        where d.tenant_id = v_tenant_id and d.ledger_id = l.id and d.day > v_today), 0))::text)) into ledgers
      from ledgers l where l.tenant_id = v_tenant_id and l.id = any ((v_batch ->> 'ledgers')::bigint[]);
    end if;
    return next;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
