-- What each ledger was moved by from its first posting to the ends of quarters, so that a report of any days adds up a
-- few totals of months for each ledger instead of those of all years before. A posting does not write them: they are
-- made after it, and a posting that lies before a quarter's end and came after it was added up is found by the
-- transaction that posted it. docs/decisions/0091-totals-to-the-ends-of-quarters.md says why.
create table ledger_quarters (
  tenant_id bigint not null,
  -- The first day after the quarter: all before it is counted.
  quarter date not null check (extract(day from quarter) = 1 and extract(month from quarter) in (1, 4, 7, 10)),
  ledger_id bigint not null,
  debit bigint not null,
  credit bigint not null,
  lines integer not null check (lines >= 0),
  primary key (tenant_id, quarter, ledger_id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
call protect_tenant_table('ledger_quarters', 'select');

-- Up to which quarter's end they are made of each tenant, and what had been committed by then. Transactions are counted
-- by each server by itself, so that what another one made says nothing here.
create table kept_quarters (
  tenant_id bigint primary key references tenants (id),
  up_to date not null,
  seen pg_snapshot not null,
  server bigint not null
);
call protect_tenant_table('kept_quarters', 'select');

-- An edit takes an entry from one day to another. As with entries, what is there already was committed before any
-- snapshot that anybody will take.
alter table entry_revisions add column replaced_in xid8 not null default '3';
alter table entry_revisions alter column replaced_in set default pg_current_xact_id();
create index entry_revisions_by_transaction on entry_revisions (tenant_id, replaced_in);

-- The last end of a quarter up to which the kept totals of a tenant hold in the snapshot of the statement that asks;
-- -infinity for none. They hold up to the quarter of the first day that anything came to, or left, since they were
-- made. Where very much was posted since, it is not looked through, and none count until they are made again. Its plan
-- is made once a connection.
create function quarters_hold_up_to(p_tenant_id bigint) returns date
language plpgsql stable
set search_path = public, pg_temp
as $$
begin
  return coalesce((
    select case when since.entries > 5000 then '-infinity'
      else least(k.up_to, date_trunc('quarter', since.day::timestamp)::date) end
    from kept_quarters k cross join lateral (
      select max(counted.entries) as entries, min(counted.day) as day
      from (
        select count(*) as entries, min(e.entry_date) filter (where not pg_visible_in_snapshot(e.posted_in, k.seen)) as day
        from (
          select x.entry_date, x.posted_in from entries x
          where x.tenant_id = p_tenant_id and x.posted_in >= pg_snapshot_xmin(k.seen)
          order by x.posted_in limit 5001) e
        union all
        select count(*), min(least(r.entry_date, r.day)) filter (where not pg_visible_in_snapshot(r.replaced_in, k.seen))
        from (
          select v.entry_date, v.replaced_in, x.entry_date as day
          from entry_revisions v join entries x on x.tenant_id = p_tenant_id and x.id = v.entry_id
          where v.tenant_id = p_tenant_id and v.replaced_in >= pg_snapshot_xmin(k.seen)
          order by v.replaced_in limit 5001) r
      ) counted) since
    where k.tenant_id = p_tenant_id and k.server = (select system_identifier from pg_control_system())
  ), '-infinity');
end
$$;

-- Makes the totals of a tenant up to the end of a quarter, from where they hold no more. What is added up and what is
-- said to have been seen are of one statement, and so of one snapshot.
create function keep_quarters(p_tenant_id bigint, p_up_to date) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform require_scope(p_tenant_id);
  perform pg_advisory_xact_lock(hashtextextended('kontor quarters', p_tenant_id));
  with held as materialized (
    select quarters_hold_up_to(p_tenant_id) as day
  ), moved as materialized (
    select m.ledger_id, (date_trunc('quarter', m.month::timestamp) + interval '3 months')::date as quarter,
      sum(m.debit) as debit, sum(m.credit) as credit, sum(m.lines) as lines
    from ledger_months m
    where m.tenant_id = p_tenant_id and m.month >= (select day from held) and m.month < p_up_to
    group by 1, 2
    union all
    select q.ledger_id, q.quarter, q.debit, q.credit, q.lines from ledger_quarters q
    where q.tenant_id = p_tenant_id and q.quarter = (select day from held) and q.quarter <= p_up_to
  ), ends as (
    select f.ledger_id, e.quarter::date as quarter
    from (select ledger_id, min(quarter) as first from moved group by ledger_id) f
    cross join lateral generate_series(f.first::timestamp, p_up_to::timestamp, interval '3 months') e(quarter)
  ), made as (
    select e.ledger_id, e.quarter, sum(coalesce(m.debit, 0)) over upto as debit,
      sum(coalesce(m.credit, 0)) over upto as credit, sum(coalesce(m.lines, 0)) over upto as lines
    from ends e left join moved m on m.ledger_id = e.ledger_id and m.quarter = e.quarter
    window upto as (partition by e.ledger_id order by e.quarter)
  ), put as (
    insert into ledger_quarters as q (tenant_id, quarter, ledger_id, debit, credit, lines)
    select p_tenant_id, n.quarter, n.ledger_id, n.debit, n.credit, n.lines from made n
    where n.quarter > (select day from held) order by n.quarter, n.ledger_id
    on conflict (tenant_id, quarter, ledger_id) do update
      set debit = excluded.debit, credit = excluded.credit, lines = excluded.lines
      where (q.debit, q.credit, q.lines) is distinct from (excluded.debit, excluded.credit, excluded.lines)
  )
  insert into kept_quarters as k (tenant_id, up_to, seen, server)
  select p_tenant_id, p_up_to, pg_current_snapshot(), c.system_identifier from pg_control_system() c
  on conflict (tenant_id) do update set up_to = excluded.up_to, seen = excluded.seen, server = excluded.server;
end
$$;
revoke all on function keep_quarters from public;
grant execute on function keep_quarters to kontor_app;

-- As before, and the totals that went by those transactions are made again.
create or replace function forget_posting_transactions() returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  truncate kept_quarters, ledger_quarters;
  alter table entries drop column posted_in;
  alter table entries add column posted_in xid8 not null default '3';
  alter table entries alter column posted_in set default pg_current_xact_id();
  create index entries_by_transaction on entries (tenant_id, posted_in);
  alter table entry_revisions drop column replaced_in;
  alter table entry_revisions add column replaced_in xid8 not null default '3';
  alter table entry_revisions alter column replaced_in set default pg_current_xact_id();
  create index entry_revisions_by_transaction on entry_revisions (tenant_id, replaced_in);
end
$$;
