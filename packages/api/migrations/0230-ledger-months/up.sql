-- Totals of a ledger's current postings by month, from which statements of any range are added up: ten years
-- are 120 rows of a ledger, where its days are 3,650. The key has the month before the ledger, since a
-- statement reads a range of months of all ledgers.
create table ledger_months (
  tenant_id bigint not null,
  ledger_id bigint not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  debit bigint not null,
  credit bigint not null,
  lines integer not null check (lines >= 0),
  primary key (tenant_id, month, ledger_id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
) with (fillfactor = 70);
call protect_tenant_table('ledger_months', 'select');

-- What the books that are there already come to. Forced row-level security holds for the owner too, so the
-- tenants are taken one by one.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    insert into ledger_months (tenant_id, ledger_id, month, debit, credit, lines)
    select tenant_id, ledger_id, date_trunc('month', day::timestamp)::date, sum(debit), sum(credit), sum(lines)
    from ledger_days where tenant_id = v_tenant_id and lines > 0
    group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- As before, and adds items to the totals of their ledgers' months.
create or replace function add_to_ledgers(p_tenant_id bigint, p_items posting_item[], p_revises boolean)
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

  insert into ledger_months as m (tenant_id, ledger_id, month, debit, credit, lines)
  select p_tenant_id, i.ledger_id, date_trunc('month', i.day::timestamp)::date,
    coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0), coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0),
    count(*)::integer
  from unnest(p_items) i group by 2, 3
  on conflict (tenant_id, month, ledger_id) do update
    set debit = m.debit + excluded.debit, credit = m.credit + excluded.credit, lines = m.lines + excluded.lines;

  update ledgers l set balance = l.balance + moved.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(p_items) i group by i.ledger_id) moved
  where l.tenant_id = p_tenant_id and l.id = moved.ledger_id;
end
$$;

-- As before, and takes what the entries moved out of the totals of months.
create or replace function take_back_postings(p_tenant_id bigint, p_entries bigint[])
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

  update ledger_months m set debit = m.debit - o.debit, credit = m.credit - o.credit, lines = m.lines - o.lines
  from (
    select i.ledger_id, date_trunc('month', i.day::timestamp)::date as month, count(*)::integer as lines,
      coalesce(sum(i.amount) filter (where i.dc = 'DR'), 0) as debit,
      coalesce(sum(i.amount) filter (where i.dc = 'CR'), 0) as credit
    from unnest(v_items) i group by 1, 2) o
  where m.tenant_id = p_tenant_id and m.month = o.month and m.ledger_id = o.ledger_id;

  update ledgers l set balance = l.balance - o.net
  from (
    select i.ledger_id, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net
    from unnest(v_items) i group by i.ledger_id) o
  where l.tenant_id = p_tenant_id and l.id = o.ledger_id;
  return v_items;
end
$$;
