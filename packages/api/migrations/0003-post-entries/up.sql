-- The one write path of the books. Takes a batch of entries of one tenant, new ones and revisions of
-- existing ones, and does all that belongs to them in the caller's transaction: locks, checks, numbers,
-- postings, day totals, balances, audit. It runs as the owner, since the app role may not write these
-- tables itself; row-level security is forced on the owner too, so the scope of the request still holds.
--
-- p_entries: [{entry_type_id, entry_date, narration, items: [{ledger_id, dc, amount, narration}]}],
-- amount in kobo; a revision carries entry_id and expected_revision beside them.
-- Locks are taken in one order everywhere: entries by id, ledgers by id, counters by type.
-- Refusals are raised with SQLSTATE KB001 and the error code of the API as their message.
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
  v_ledgers bigint[];
  v_locked integer;
  v_bad integer;
begin
  v_heads := array(
    select row(
      e.place, coalesce((e.head ->> 'entry_id')::bigint, nextval('entries_id_seq')),
      (e.head ->> 'entry_type_id')::smallint, (e.head ->> 'entry_date')::date,
      coalesce(e.head ->> 'narration', ''), (e.head ->> 'expected_revision')::integer
    )::posting_head
    from jsonb_array_elements(p_entries) with ordinality as e(head, place)
    order by e.place);
  v_items := array(
    select row(
      e.place, i.line, (i.item ->> 'ledger_id')::bigint, i.item ->> 'dc',
      (i.item ->> 'amount')::bigint, i.item ->> 'narration'
    )::posting_item
    from jsonb_array_elements(p_entries) with ordinality as e(head, place),
      jsonb_array_elements(e.head -> 'items') with ordinality as i(item, line));
  v_revised := array(select h.entry_id from unnest(v_heads) h where h.expected_revision is not null);

  -- An entry stands when both sides are there, agree, and every amount is above zero.
  select h.place into v_bad
  from unnest(v_heads) h left join unnest(v_items) i on i.place = h.place
  group by h.place
  having count(*) filter (where i.dc = 'DR') = 0 or count(*) filter (where i.dc = 'CR') = 0
    or min(i.amount) <= 0
    or sum(case i.dc when 'DR' then i.amount else -i.amount end) <> 0
  order by h.place limit 1;
  if found then
    raise exception 'entry_unbalanced' using errcode = 'KB001', detail = v_bad::text;
  end if;

  if cardinality(v_revised) > 0 then
    perform 1 from entries x
    where x.tenant_id = p_tenant_id and x.id = any (v_revised) order by x.id for update;
    select h.place into v_bad
    from unnest(v_heads) h left join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id
    where h.expected_revision is not null and x.revision is distinct from h.expected_revision limit 1;
    if found then
      raise exception 'changed_meanwhile' using errcode = 'KB001', detail = v_bad::text;
    end if;
  end if;

  v_ledgers := array(
    select i.ledger_id from unnest(v_items) i
    union
    select o.ledger_id from entry_items o
    where o.tenant_id = p_tenant_id and o.entry_id = any (v_revised) and not o.superseded);
  select count(*) into v_locked from (
    select 1 from ledgers l
    where l.tenant_id = p_tenant_id and l.id = any (v_ledgers) order by l.id for no key update) locked;
  if v_locked <> cardinality(v_ledgers) then
    raise exception 'ledger_not_found' using errcode = 'KB001';
  end if;

  -- A ledger with sub-ledgers takes no new postings; a revision may keep the one that it had.
  select i.ledger_id into v_bad
  from unnest(v_items) i join unnest(v_heads) h on h.place = i.place
  where exists (select from ledgers s where s.tenant_id = p_tenant_id and s.parent_ledger_id = i.ledger_id)
    and not exists (
      select from entry_items o
      where o.tenant_id = p_tenant_id and o.entry_id = h.entry_id and o.ledger_id = i.ledger_id and not o.superseded)
  limit 1;
  if found then
    raise exception 'ledger_closed_to_postings' using errcode = 'KB001', detail = v_bad::text;
  end if;

  if cardinality(v_revised) > 0 then
    call take_back_postings(p_tenant_id, v_revised);
  end if;

  insert into ledger_days as d (tenant_id, ledger_id, day, debit, credit, lines)
  select p_tenant_id, i.ledger_id, h.entry_date,
    coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0),
    coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0), count(*)
  from unnest(v_items) i join unnest(v_heads) h on h.place = i.place
  group by i.ledger_id, h.entry_date
  on conflict (tenant_id, ledger_id, day) do update
    set debit = d.debit + excluded.debit, credit = d.credit + excluded.credit, lines = d.lines + excluded.lines;

  update ledgers l set balance = l.balance + moved.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(v_items) i group by i.ledger_id) moved
  where l.tenant_id = p_tenant_id and l.id = moved.ledger_id;

  -- Numbers are allotted last, so that the counter's row is locked as short as can be.
  insert into entry_counters as c (tenant_id, entry_type_id, last_number)
  select p_tenant_id, h.entry_type_id, count(*)
  from unnest(v_heads) h where h.expected_revision is null
  group by h.entry_type_id order by h.entry_type_id
  on conflict (tenant_id, entry_type_id) do update set last_number = c.last_number + excluded.last_number;

  insert into entries (tenant_id, id, entry_type_id, number, entry_date, narration, recorded_at, recorded_by)
  overriding system value
  select p_tenant_id, h.entry_id, h.entry_type_id,
    c.last_number - count(*) over (partition by h.entry_type_id)
      + row_number() over (partition by h.entry_type_id order by h.place),
    h.entry_date, h.narration, p_recorded_at, p_actor_id
  from unnest(v_heads) h
    join entry_counters c on c.tenant_id = p_tenant_id and c.entry_type_id = h.entry_type_id
  where h.expected_revision is null;

  update entries x set revision = x.revision + 1, entry_date = h.entry_date, narration = h.narration,
    recorded_at = p_recorded_at, recorded_by = p_actor_id
  from unnest(v_heads) h
  where x.tenant_id = p_tenant_id and x.id = h.entry_id and h.expected_revision is not null;

  insert into entry_items (tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration)
  select p_tenant_id, h.entry_id, coalesce(h.expected_revision + 1, 1), i.line, i.ledger_id, i.dc, i.amount,
    h.entry_date, i.narration
  from unnest(v_items) i join unnest(v_heads) h on h.place = i.place;

  insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at)
  select p_tenant_id, p_actor_id,
    case when h.expected_revision is null then 'entry.posted' else 'entry.revised' end,
    'entry:' || h.entry_id, jsonb_build_object('revision', coalesce(h.expected_revision + 1, 1)),
    p_request_id, p_recorded_at
  from unnest(v_heads) h;

  return query
    select h.place, x.id, x.number, x.revision
    from unnest(v_heads) h join entries x on x.tenant_id = p_tenant_id and x.id = h.entry_id
    order by h.place;
end
$$;

-- Marks the current postings of entries superseded, keeps the head of that revision for the history,
-- and takes what they moved out of day totals and balances. Only post_entries calls it, with the
-- entries and ledgers locked.
create procedure take_back_postings(p_tenant_id bigint, p_entries bigint[])
language plpgsql
set search_path = public, pg_temp
as $$
begin
  insert into entry_revisions (tenant_id, entry_id, revision, entry_date, narration, recorded_at, recorded_by)
  select x.tenant_id, x.id, x.revision, x.entry_date, x.narration, x.recorded_at, x.recorded_by
  from entries x where x.tenant_id = p_tenant_id and x.id = any (p_entries);

  update ledger_days d set debit = d.debit - o.debit, credit = d.credit - o.credit, lines = d.lines - o.lines
  from (
    select ledger_id, day,
      coalesce(sum(amount) filter (where dc = 'DR'), 0) as debit,
      coalesce(sum(amount) filter (where dc = 'CR'), 0) as credit, count(*)::integer as lines
    from entry_items where tenant_id = p_tenant_id and entry_id = any (p_entries) and not superseded
    group by ledger_id, day) o
  where d.tenant_id = p_tenant_id and d.ledger_id = o.ledger_id and d.day = o.day;

  update ledgers l set balance = l.balance - o.net
  from (
    select ledger_id, sum(case dc when 'DR' then amount else -amount end) as net
    from entry_items where tenant_id = p_tenant_id and entry_id = any (p_entries) and not superseded
    group by ledger_id) o
  where l.tenant_id = p_tenant_id and l.id = o.ledger_id;

  update entry_items set superseded = true
  where tenant_id = p_tenant_id and entry_id = any (p_entries) and not superseded;
end
$$;

-- Sets what a ledger opened with, in kobo and its side, and moves its balance by the difference.
create function set_opening_balance(p_tenant_id bigint, p_ledger_id bigint, p_amount bigint, p_dc text)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
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

revoke all on function post_entries, set_opening_balance from public;
revoke all on procedure take_back_postings from public;
grant execute on function post_entries, set_opening_balance to kontor_app;
