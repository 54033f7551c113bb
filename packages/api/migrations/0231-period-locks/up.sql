-- The day up to which an organization's books are locked: nothing is posted, revised or opened otherwise on it
-- or before. Null was locked and is open again.
create table period_locks (
  tenant_id bigint primary key references tenants (id),
  locked_until date,
  reason text not null check (reason <> ''),
  set_by bigint,
  set_at timestamptz not null
);
call protect_tenant_table('period_locks', 'select');

-- Users who may post in the locked period for some hours, each with a reason.
create table period_lock_exceptions (
  tenant_id bigint not null references tenants (id),
  id bigint generated always as identity,
  user_id bigint not null,
  until timestamptz not null,
  reason text not null check (reason <> ''),
  granted_by bigint,
  granted_at timestamptz not null,
  primary key (tenant_id, id)
);
create index period_lock_exceptions_by_user on period_lock_exceptions (tenant_id, user_id, until);
call protect_tenant_table('period_lock_exceptions', 'select, insert, update');

-- Which entry takes back which: the same items with the sides swapped. An entry is reversed once.
create table entry_reversals (
  tenant_id bigint not null,
  entry_id bigint not null,
  reversal_id bigint not null,
  primary key (tenant_id, entry_id),
  unique (tenant_id, reversal_id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, reversal_id) references entries (tenant_id, id),
  check (entry_id <> reversal_id)
);
call protect_tenant_table('entry_reversals', 'select, insert');

-- Years that were closed: the entry that posted incomes and expenses to retained earnings, and whether it was
-- taken back since.
create table year_closings (
  tenant_id bigint not null,
  id bigint generated always as identity,
  year_end date not null,
  entry_id bigint not null,
  equity_ledger_id bigint not null,
  closed_by bigint,
  closed_at timestamptz not null,
  taken_back_by bigint,
  taken_back_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, entry_id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, equity_ledger_id) references ledgers (tenant_id, id)
);
create unique index year_closings_in_effect on year_closings (tenant_id, year_end) where taken_back_at is null;
call protect_tenant_table('year_closings', 'select, insert, update');

-- Moves the lock of an organization's books; p_until null opens them. All ledgers are locked first, and what
-- new ones come from, so that no entry that is being posted meanwhile is overlooked.
create function set_period_lock(
  p_tenant_id bigint, p_until date, p_reason text, p_actor_id bigint, p_set_at timestamptz)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_scope(p_tenant_id);
  perform 1 from groups g where g.tenant_id = p_tenant_id order by g.id for no key update;
  perform 1 from ledgers l where l.tenant_id = p_tenant_id order by l.id for no key update;
  insert into period_locks (tenant_id, locked_until, reason, set_by, set_at)
  values (p_tenant_id, p_until, p_reason, p_actor_id, p_set_at)
  on conflict (tenant_id) do update
    set locked_until = excluded.locked_until, reason = excluded.reason, set_by = excluded.set_by,
      set_at = excluded.set_at;
end
$$;
revoke all on function set_period_lock from public;
grant execute on function set_period_lock to kontor_app;

-- What a lock makes of the heads of entries: those of the system that fall into the locked period take the
-- first open day and say so; a year-end stays on its day, which may be the last locked one; what people
-- post or revise there is refused, but for users with an exception that holds.
create function keep_locked_period(
  p_tenant_id bigint, p_locked_until date, p_recorded_at timestamptz, p_heads posting_head[])
returns posting_head[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_place integer;
begin
  select h.place into v_place
  from unnest(p_heads) h
  left join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id
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
revoke all on function keep_locked_period from public;

-- Refuses a revision of an entry that was reversed, or that reverses one: both have to stay what they are, so
-- that they come to nothing together. Their rows are locked.
create function refuse_reversed(p_tenant_id bigint, p_heads posting_head[])
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  v_bad record;
begin
  select h.place, r.entry_id, r.reversal_id into v_bad
  from unnest(p_heads) h
  join entry_reversals r on r.tenant_id = p_tenant_id and h.entry_id in (r.entry_id, r.reversal_id)
  order by h.place limit 1;
  if found then
    perform refuse_posting(
      'entry_reversed',
      jsonb_build_object('place', v_bad.place, 'entry', v_bad.entry_id, 'reversal', v_bad.reversal_id));
  end if;
end
$$;
revoke all on function refuse_reversed from public;

-- Locks an entry that is to be reversed, before the ledgers as every posting does, so that nobody revises or
-- reverses it meanwhile.
create function lock_entry_to_reverse(p_tenant_id bigint, p_entry_id bigint, p_revision integer)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  v_revision integer;
begin
  perform require_scope(p_tenant_id);
  select x.revision into v_revision from entries x
  where x.tenant_id = p_tenant_id and x.id = p_entry_id for update;
  if v_revision is distinct from p_revision then
    perform refuse_posting('changed_meanwhile', '{"place": 1}');
  end if;
  perform refuse_reversed(p_tenant_id, array[
    row(1, p_entry_id, null, null, null, null, null, null)::posting_head]);
end
$$;
revoke all on function lock_entry_to_reverse from public;
grant execute on function lock_entry_to_reverse to kontor_app;

-- As before, and keeps the locked period.
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
  v_locked_until date;
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
    perform refuse_reversed(p_tenant_id, v_heads);
  end if;
  perform lock_ledgers(p_tenant_id, v_heads, v_items, v_revised);
  -- Read under the locks of the ledgers: whoever locks a period takes those of all ledgers first, so that it
  -- is either seen here or waits until this transaction has ended.
  select k.locked_until into v_locked_until from period_locks k where k.tenant_id = p_tenant_id;
  if v_locked_until is not null then
    v_heads := keep_locked_period(p_tenant_id, v_locked_until, p_recorded_at, v_heads);
  end if;
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

-- As before, but for a year-end.
create or replace function lock_ledgers(p_tenant_id bigint, p_heads posting_head[], p_items posting_item[], p_revised bigint[])
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
    -- A year-end takes what a ledger has by itself, also from before it got sub-ledgers.
    and not exists (select from unnest(p_heads) h where h.place = i.place and h.entry_type_id = 14)
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

-- As before, but not while a period is locked.
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
  -- What a ledger opened with stands before every period. The ledger's row is locked first, for the order in
  -- which post_entries takes its locks.
  perform 1 from ledgers l where l.tenant_id = p_tenant_id and l.id = p_ledger_id for no key update;
  if exists (
      select from period_locks k where k.tenant_id = p_tenant_id and k.locked_until is not null)
    and exists (
      select from ledgers l
      where l.tenant_id = p_tenant_id and l.id = p_ledger_id
        and (l.op_balance <> p_amount or (p_amount <> 0 and l.op_balance_dc <> p_dc)))
  then
    raise exception 'opening_locked' using errcode = 'KB001', detail = (
      select jsonb_build_object('until', k.locked_until)::text from period_locks k where k.tenant_id = p_tenant_id);
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
