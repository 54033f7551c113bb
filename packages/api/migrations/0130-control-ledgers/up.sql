-- Control ledgers are those that the product itself keeps, such as the funding account: their balance says
-- what another table says too, so nothing but their feature may move them. The list by purpose stands in
-- accounting/chart/control-ledgers.ts, by which new ledgers are marked.
alter table ledgers add column control boolean not null default false;
grant insert (control) on ledgers to kontor_app;

-- The ledgers that the standard chart gained go into the group of the one beside which they stand there.
create function add_ledger_beside(p_tenant_id bigint, p_beside text, p_purpose text, p_name text)
returns void
language plpgsql
as $$
declare
  v_group record;
begin
  update groups g set ledger_sequence = g.ledger_sequence + 1
  where g.tenant_id = p_tenant_id and g.id = (
    select l.group_id from ledgers l where l.tenant_id = p_tenant_id and l.purpose = p_beside)
  returning g.id, g.code, g.ledger_sequence into v_group;
  if found then
    insert into ledgers (tenant_id, group_id, code, sequence, name, purpose, created_at)
    values (p_tenant_id, v_group.id,
      v_group.code || '-' || lpad(v_group.ledger_sequence::text, greatest(4, length(v_group.ledger_sequence::text)), '0'),
      v_group.ledger_sequence, p_name, p_purpose, now());
  end if;
end
$$;

do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    perform add_ledger_beside(v_tenant_id, 'funding_account', 'transfers_in_transit', 'Transfers in transit');
    perform add_ledger_beside(v_tenant_id, 'nhf_payable', 'nsitf_payable', 'NSITF payable');
    perform add_ledger_beside(v_tenant_id, 'nhf_payable', 'itf_payable', 'ITF payable');
    update ledgers set control = true
    where tenant_id = v_tenant_id
      and purpose in ('funding_account', 'transfers_in_transit', 'salary_advances_receivable');
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
drop function add_ledger_beside;

-- Refuses a control ledger in an entry of a type that people post, which are those below 10; also in the
-- entry that a revision would take back, since that moves it as well.
create function refuse_by_hand(p_tenant_id bigint, p_heads posting_head[], p_items posting_item[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_bad record;
begin
  select h.place, i.line, l.code, l.name, l.purpose into v_bad
  from unnest(p_heads) h
  join (
    select n.place, n.line, n.ledger_id from unnest(p_items) n
    union all
    select r.place, null, o.ledger_id
    from unnest(p_heads) r
      join entry_items o on o.tenant_id = p_tenant_id and o.entry_id = r.entry_id and not o.superseded
  ) i on i.place = h.place
  join ledgers l on l.tenant_id = p_tenant_id and l.id = i.ledger_id
  where h.entry_type_id < 10 and l.control
  order by h.place, i.line nulls last limit 1;
  if found then
    perform refuse_posting(
      'ledger_controlled',
      jsonb_strip_nulls(jsonb_build_object(
        'place', v_bad.place, 'line', v_bad.line, 'ledger', v_bad.code || ' ' || v_bad.name, 'purpose', v_bad.purpose)));
  end if;
end
$$;
revoke all on function refuse_by_hand from public;

-- Locks the ledgers that items name and those that revised entries stand on. A ledger with sub-ledgers
-- takes no new postings; a revision may keep the one that it had. A control ledger takes none by hand.
create function lock_ledgers(p_tenant_id bigint, p_heads posting_head[], p_items posting_item[], p_revised bigint[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_ledgers bigint[];
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
revoke all on function lock_ledgers(bigint, posting_head[], posting_item[], bigint[]) from public;

-- As before, but for the heads that lock_ledgers is given.
create or replace function post_entries(
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
  perform lock_ledgers(p_tenant_id, v_heads, v_items, v_revised);
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
drop function lock_ledgers(bigint, posting_item[], bigint[]);

-- Sets what a ledger opened with, in kobo and its side, and moves its balance by the difference; a control
-- ledger keeps what it opened with.
create or replace function set_opening_balance(p_tenant_id bigint, p_ledger_id bigint, p_amount bigint, p_dc text)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_scope(p_tenant_id);
  if exists (select from ledgers l where l.tenant_id = p_tenant_id and l.id = p_ledger_id and l.control) then
    raise exception 'opening_balance_fixed' using errcode = 'KB001';
  end if;
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
