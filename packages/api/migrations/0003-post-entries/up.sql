-- The one write path of the books. Takes a batch of entries of one tenant, new ones and revisions of
-- existing ones, and does all that belongs to them in the caller's transaction: locks, checks, numbers,
-- postings, day totals, balances, audit. It runs as the owner, since the app role may not write these
-- tables itself; row-level security is forced on the owner too, so the scope of the request still holds.
--
-- p_entries: [{entry_type_id, entry_date, narration, items: [{ledger_id, dc, amount, narration}]}],
-- amount in kobo; actor_id and request_id beside them when the batch is not one person's. A revision
-- carries entry_id; with expected_revision it is refused when that is no longer the current one, and
-- without entry_date it keeps the entry's date.
-- Locks are taken in one order everywhere: entries by id, ledgers by id, counters by type, days.
-- Refusals are raised with SQLSTATE KB001, the error code of the API as their message, and where it was
-- as their detail: {"place": of the entry in the batch, "line": of the item in it}, both from 1.
create function post_entries(
  p_tenant_id bigint, p_actor_id bigint, p_request_id text, p_recorded_at timestamptz, p_entries jsonb
)
returns table (place integer, entry_id bigint, number bigint, revision integer)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  v_heads posting_head[];
  v_items posting_item[];
  v_revised bigint[];
  v_moved posting_item[];
begin
  perform require_scope(p_tenant_id);
  v_heads := array(
    select row(
      e.place, (e.head ->> 'entry_id')::bigint, (e.head ->> 'entry_type_id')::smallint,
      (e.head ->> 'entry_date')::date, coalesce(e.head ->> 'narration', ''), 1,
      coalesce((e.head ->> 'actor_id')::bigint, p_actor_id), coalesce(e.head ->> 'request_id', p_request_id)
    )::posting_head
    from jsonb_array_elements(p_entries) with ordinality as e(head, place));
  v_items := array(
    select row(
      e.place, i.line, (i.item ->> 'ledger_id')::bigint, i.item ->> 'dc', (i.item ->> 'amount')::bigint,
      i.item ->> 'narration', (e.head ->> 'entry_id')::bigint, null, null
    )::posting_item
    from jsonb_array_elements(p_entries) with ordinality as e(head, place),
      jsonb_array_elements(e.head -> 'items') with ordinality as i(item, line));
  v_revised := array(select h.entry_id from unnest(v_heads) h where h.entry_id is not null);

  perform check_sides(v_heads, v_items);
  if cardinality(v_revised) > 0 then
    v_heads := lock_revised(p_tenant_id, p_entries, v_heads, v_revised);
  end if;
  perform lock_ledgers(p_tenant_id, v_items, v_revised);
  if cardinality(v_revised) > 0 then
    v_moved := take_back_postings(p_tenant_id, v_revised);
  end if;

  -- Ids are taken while the ledgers are locked. So the entries of one ledger are committed in the order
  -- of their ids, and what is posted now comes after all that a mark of one of its days has counted.
  v_heads := array(
    select row(
      h.place, coalesce(h.entry_id, nextval('entries_id_seq')), h.entry_type_id, h.entry_date, h.narration, h.revision,
      h.actor_id, h.request_id
    )::posting_head
    from unnest(v_heads) h);
  v_items := array(
    select row(
      i.place, i.line, i.ledger_id, i.dc, i.amount, i.narration, h.entry_id, h.revision, h.entry_date
    )::posting_item
    from unnest(v_items) i join unnest(v_heads) h on h.place = i.place);
  perform add_to_ledgers(p_tenant_id, v_items, cardinality(v_revised) > 0);

  -- Numbers are allotted late, so that the counter's row is locked as short as can be.
  insert into entry_counters as c (tenant_id, entry_type_id, last_number)
  select p_tenant_id, h.entry_type_id, count(*)
  from unnest(v_heads) h where h.revision = 1
  group by h.entry_type_id order by h.entry_type_id
  on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + excluded.last_number;

  insert into entries (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at, recorded_by)
  overriding system value
  select p_tenant_id, h.entry_id, h.entry_type_id,
    c.last_number - count(*) over (partition by h.entry_type_id)
      + row_number() over (partition by h.entry_type_id order by h.place),
    h.entry_date, h.narration, p_recorded_at, h.actor_id
  from unnest(v_heads) h
    join entry_counters c on c.tenant_id = p_tenant_id and c.entry_type_id = h.entry_type_id
  where h.revision = 1;

  if cardinality(v_revised) > 0 then
    update entries x set revision = h.revision, entry_date = h.entry_date, narration = h.narration,
      recorded_at = p_recorded_at, recorded_by = h.actor_id
    from unnest(v_heads) h
    where x.tenant_id = p_tenant_id and x.id = h.entry_id and h.revision > 1;
  end if;

  insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
  select p_tenant_id, i.entry_id, i.revision, i.line, i.ledger_id, i.dc, i.amount, i.day, i.narration
  from unnest(v_items) i;

  -- A day that loses as many entries as it gains stays as it is.
  insert into entry_days as d (tenant_id, day, entries)
  select p_tenant_id, moved.day, sum(moved.entries)
  from (
    select h.entry_date as day, 1 as entries from unnest(v_heads) h
    union all
    select distinct on (o.entry_id) o.day, -1 from unnest(v_moved) o) moved
  group by moved.day having sum(moved.entries) <> 0 order by moved.day
  on conflict (tenant_id, day) do update set entries = d.entries + excluded.entries;

  insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
  select p_tenant_id, h.actor_id, case h.revision when 1 then 'entry.posted' else 'entry.revised' end,
    'entry:' || h.entry_id, jsonb_build_object('revision', h.revision), h.request_id, p_recorded_at
  from unnest(v_heads) h;

  return query
    select h.place, x.id, x.number, x.revision
    from unnest(v_heads) h join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id
    order by h.place;
end
$$;

-- The functions that run with the owner's rights serve the tenant in scope and no other. Row-level security
-- says so too, but for an owner who is a superuser, who is above it.
create function require_scope(p_tenant_id bigint)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if p_tenant_id is distinct from nullif(current_setting('app.tenant_id', true), '')::bigint then
    raise exception 'tenant % is not in scope', p_tenant_id using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- Refuses what post_entries will not take; p_detail says where it was.
create function refuse_posting(p_code text, p_detail jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  raise exception '%', p_code using errcode = 'KB001', detail = p_detail::text;
end
$$;

-- An entry stands when both sides are there, agree, and every amount is above zero.
create function check_sides(p_heads posting_head[], p_items posting_item[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_place integer;
begin
  select h.place into v_place
  from unnest(p_heads) h left join unnest(p_items) i on i.place = h.place
  group by h.place
  having count(*) filter (where i.dc = 'DR') = 0 or count(*) filter (where i.dc = 'CR') = 0
    or min(i.amount) <= 0
    or sum(case i.dc when 'DR' then i.amount else -i.amount end) <> 0
  order by h.place limit 1;
  if found then
    perform refuse_posting('entry_unbalanced', jsonb_build_object('place', v_place));
  end if;
end
$$;

-- Locks the entries to be revised. @returns the heads with the revisions that they become and their dates.
create function lock_revised(p_tenant_id bigint, p_entries jsonb, p_heads posting_head[], p_revised bigint[])
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
  from unnest(p_heads) h left join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id
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
    from unnest(p_heads) h left join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id);
end
$$;

-- Locks the ledgers that items name and those that revised entries stand on. A ledger with sub-ledgers
-- takes no new postings; a revision may keep the one that it had.
create function lock_ledgers(p_tenant_id bigint, p_items posting_item[], p_revised bigint[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_ledgers bigint[];
  v_locked integer;
  v_bad record;
begin
  v_ledgers := array(
    select i.ledger_id from unnest(p_items) i
    union
    select o.ledger_id from entry_items o
    where o.tenant_id = p_tenant_id and o.entry_id = any (p_revised) and not o.superseded);
  select count(*) into v_locked from (
    select 1 from ledgers l
    where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) order by l.id for no key update) locked;
  if v_locked <> cardinality(v_ledgers) then
    select i.place, i.line into v_bad from unnest(p_items) i
    where not exists (select from ledgers l where l.tenant_id = p_tenant_id and l.id = i.ledger_id)
    order by i.place, i.line limit 1;
    perform refuse_posting('ledger_not_found', jsonb_build_object('place', v_bad.place, 'line', v_bad.line));
  end if;

  select i.place, i.line, l.code, l.name into v_bad
  from unnest(p_items) i join ledgers l on l.tenant_id = p_tenant_id and l.id = i.ledger_id
  where exists (select from ledgers s where s.tenant_id = p_tenant_id and s.parent_ledger_id = i.ledger_id)
    and not exists (
      select from entry_items o
      where o.tenant_id = p_tenant_id and o.entry_id = i.entry_id and o.ledger_id = i.ledger_id and not o.superseded)
  order by i.place, i.line limit 1;
  if found then
    perform refuse_posting(
      'ledger_closed_to_postings',
      jsonb_build_object('place', v_bad.place, 'line', v_bad.line, 'ledger', v_bad.code || ' ' || v_bad.name));
  end if;
end
$$;

-- Adds items to the totals of their ledgers' days and to the balances. p_revises: some of them belong to
-- entries that were there before, hence may stand before a mark.
create function add_to_ledgers(p_tenant_id bigint, p_items posting_item[], p_revises boolean)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if p_revises then
    perform shift_marks(p_tenant_id, array(select i from unnest(p_items) i where i.revision > 1), 1);
  end if;

  with added as (
    select i.ledger_id, i.day, count(*)::integer as lines,
      coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
      coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit,
      max(i.entry_id) filter (where i.revision = 1) as newest
    from unnest(p_items) i group by i.ledger_id, i.day
  ), totals as (
    insert into ledger_days as d (tenant_id, ledger_id, day, debit, credit, lines)
    select p_tenant_id, a.ledger_id, a.day, a.debit, a.credit, a.lines from added a
    on conflict (tenant_id, ledger_id, day) do update
      set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + excluded.lines
    returning d.ledger_id, d.day, d.debit, d.credit, d.lines
  )
  insert into ledger_day_marks (tenant_id, ledger_id, day, entry_id, debit, credit, lines)
  select p_tenant_id, t.ledger_id, t.day, a.newest, t.debit, t.credit, t.lines
  from totals t join added a on a.ledger_id = t.ledger_id and a.day = t.day
  where a.newest is not null and t.lines / 256 > (t.lines - a.lines) / 256;

  update ledgers l set balance = l.balance + moved.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(p_items) i group by i.ledger_id) moved
  where l.tenant_id = p_tenant_id and l.id = moved.ledger_id;
end
$$;

-- Marks the current postings of entries superseded, keeps the heads of their revisions for the history,
-- and takes what they moved out of day totals and balances. Entries and ledgers are locked.
-- @returns the postings taken back.
create function take_back_postings(p_tenant_id bigint, p_entries bigint[])
returns posting_item[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_items posting_item[];
begin
  v_items := array(
    select row(
      0, i.line, i.ledger_id, i.dc, i.amount, i.narration, i.entry_id, i.revision, i.day
    )::posting_item
    from entry_items i
    where i.tenant_id = p_tenant_id and i.entry_id = any (p_entries) and not i.superseded);

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
  where d.tenant_id = p_tenant_id and d.ledger_id = o.ledger_id and d.day = o.day;

  update ledgers l set balance = l.balance - o.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(v_items) i group by i.ledger_id) o
  where l.tenant_id = p_tenant_id and l.id = o.ledger_id;
  return v_items;
end
$$;

-- Adds items to (p_sign 1) or takes them from (-1) the marks of their days that have counted their entries.
create function shift_marks(p_tenant_id bigint, p_items posting_item[], p_sign integer)
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
      join ledger_day_marks k on k.tenant_id = p_tenant_id and k.ledger_id = i.ledger_id and k.day = i.day
        and k.entry_id >= i.entry_id
    group by k.ledger_id, k.day, k.entry_id) moved
  where m.tenant_id = p_tenant_id and m.ledger_id = moved.ledger_id and m.day = moved.day
    and m.entry_id = moved.entry_id
$$;

-- Sets what a ledger opened with, in kobo and its side, and moves its balance by the difference.
create function set_opening_balance(p_tenant_id bigint, p_ledger_id bigint, p_amount bigint, p_dc text)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_scope(p_tenant_id);
  update ledgers set
    balance = balance
      - case op_balance_dc when 'DR' then op_balance else -op_balance end
      + case p_dc when 'DR' then p_amount else -p_amount end,
    op_balance = p_amount, op_balance_dc = p_dc
  where tenant_id = p_tenant_id and id = p_ledger_id;
  if not found then
    raise exception 'ledger_not_found' using errcode = 'KB001';
  end if;
end
$$;

revoke all on function post_entries, set_opening_balance, require_scope, refuse_posting, check_sides, lock_revised, lock_ledgers,
  add_to_ledgers, take_back_postings, shift_marks from public;
grant execute on function post_entries, set_opening_balance to kontor_app;
