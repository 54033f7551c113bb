-- What each ledger was moved by in each third of a month, so that a report whose days cut a month adds up five days of
-- each ledger at most, where it added up fifteen. They are made with the totals to the ends of quarters, after the
-- posting, and hold as far as these do. docs/decisions/0091-totals-to-the-ends-of-quarters.md says how that is known.
create table ledger_thirds (
  tenant_id bigint not null,
  -- The first day of the third: the 1st, 11th or 21st. The last third goes to the end of the month.
  first date not null check (extract(day from first) in (1, 11, 21)),
  ledger_id bigint not null,
  debit bigint not null,
  credit bigint not null,
  lines integer not null check (lines >= 0),
  primary key (tenant_id, first, ledger_id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
call protect_tenant_table('ledger_thirds', 'select');

-- The first day of the third of a month that a day is in.
create function third_of(p_day date) returns date
language sql immutable parallel safe
set search_path = public, pg_temp
return date_trunc('month', p_day::timestamp)::date + least((extract(day from p_day)::integer - 1) / 10, 2) * 10;
revoke all on function third_of from public;
grant execute on function third_of to kontor_app;

-- Makes the totals of a tenant up to the end of a quarter, from where they hold no more: as before, and with them those
-- of thirds of months. What is added up and what is said to have been seen are of one statement, and so of one snapshot.
create or replace function keep_quarters(p_tenant_id bigint, p_up_to date) returns void
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
  ), put_thirds as (
    insert into ledger_thirds as t (tenant_id, first, ledger_id, debit, credit, lines)
    select p_tenant_id, third_of(d.day), d.ledger_id, sum(d.debit), sum(d.credit), sum(d.lines)
    from ledger_days d
    where d.tenant_id = p_tenant_id and d.day >= (select day from held) and d.day < p_up_to
    group by 2, 3 order by 2, 3
    on conflict (tenant_id, first, ledger_id) do update
      set debit = excluded.debit, credit = excluded.credit, lines = excluded.lines
      where (t.debit, t.credit, t.lines) is distinct from (excluded.debit, excluded.credit, excluded.lines)
  )
  insert into kept_quarters as k (tenant_id, up_to, seen, server)
  select p_tenant_id, p_up_to, pg_current_snapshot(), c.system_identifier from pg_control_system() c
  on conflict (tenant_id) do update set up_to = excluded.up_to, seen = excluded.seen, server = excluded.server;
end
$$;

-- As before, with these totals too.
create or replace function forget_posting_transactions() returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  truncate kept_quarters, ledger_quarters, ledger_thirds;
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

-- All of them are made with their thirds at the next turn of the job.
truncate kept_quarters;
