-- What is given up of an advance is a cost; its ledger goes into the first seeded group of expenses.
do $$
declare
  v_tenant_id bigint;
  v_group record;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update groups g set ledger_sequence = g.ledger_sequence + 1
    where g.tenant_id = v_tenant_id and g.id = (
      select o.id from groups o where o.tenant_id = v_tenant_id and o.class = '04'
      order by o.seeded desc, o.sequence limit 1)
    returning g.id, g.code, g.ledger_sequence into v_group;
    if found then
      insert into ledgers (tenant_id, group_id, code, sequence, name, purpose, created_at)
      values (v_tenant_id, v_group.id,
        v_group.code || '-' || lpad(v_group.ledger_sequence::text, greatest(4, length(v_group.ledger_sequence::text)), '0'),
        v_group.ledger_sequence, 'Salary advances written off', 'salary_advances_written_off', now());
    end if;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- The last number that an organization gave, and how many of its advances have each status, since lists and
-- the badge say it with every look.
create table advance_counters (
  tenant_id bigint primary key references tenants (id),
  last_number bigint not null,
  pending bigint not null default 0 check (pending >= 0),
  approved bigint not null default 0 check (approved >= 0),
  rejected bigint not null default 0 check (rejected >= 0),
  paid bigint not null default 0 check (paid >= 0)
);
call protect_tenant_table('advance_counters', 'select, insert, update');

-- Terms that somebody accepted, as they read then. The version is made of the text and of the rules.
create table advance_terms (
  tenant_id bigint not null,
  version text not null check (version ~ '^[0-9a-f]{16}$'),
  html text not null,
  kept_at timestamptz not null,
  primary key (tenant_id, version)
);
call protect_tenant_table('advance_terms', 'select, insert');

-- What employees ask for ahead of their pay, in kobo.
create table salary_advances (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  employee_id bigint not null,
  -- SA-000001 and so on.
  number bigint not null check (number > 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'PAID')),
  amount bigint not null check (amount > 0),
  interest bigint not null check (interest >= 0),
  payback_amount bigint not null generated always as (amount + interest) stored,
  -- Percent a year, in basis points.
  rate integer not null check (rate between 0 and 10000),
  -- The day in Lagos from which interest runs.
  requested_on date not null,
  -- The payday of the last instalment.
  due_date date not null check (due_date >= requested_on),
  -- The rules and the facts by which it was let through; they hold for it ever after.
  max_percentage integer not null,
  auto_approval boolean not null,
  gross_monthly bigint not null check (gross_monthly >= 0),
  other_principal bigint not null check (other_principal >= 0),
  another_owed boolean not null,
  worker boolean not null,
  -- What the Labour Act says against it.
  labour_act text[] not null default '{}',
  terms_version text not null,
  accepted_how text not null check (accepted_how in ('PORTAL', 'SIGNED_PAPER', 'EMAIL')),
  accepted_at timestamptz not null,
  acceptance_note text not null default '',
  channel text not null check (channel in ('PORTAL', 'STAFF')),
  requested_by bigint,
  requested_at timestamptz not null,
  -- What an employee's device called the request, so that a second tap asks for nothing more.
  request_key text check (request_key <> ''),
  decided_as text check (decided_as in ('USER', 'SYSTEM', 'EMPLOYEE')),
  decided_by bigint,
  decided_at timestamptz,
  decision_reason text not null default '',
  -- Since when it is to be sent as soon as it can be; null while that is under way or waits for somebody.
  send_wanted_at timestamptz,
  paid_at timestamptz,
  -- Sums of its allocations.
  allocated_principal bigint not null default 0,
  allocated_interest bigint not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id),
  foreign key (tenant_id, terms_version) references advance_terms (tenant_id, version),
  check (allocated_principal between 0 and amount),
  check (allocated_interest between 0 and interest),
  check ((status = 'PENDING') = (decided_at is null)),
  check ((decided_at is null) = (decided_as is null)),
  check ((decided_as is not distinct from 'USER') = (decided_by is not null)),
  check ((status = 'PAID') = (paid_at is not null)),
  check (status = 'APPROVED' or send_wanted_at is null)
);
create unique index salary_advances_by_request_key on salary_advances (tenant_id, employee_id, request_key)
  where request_key is not null;
create index salary_advances_by_employee on salary_advances (tenant_id, employee_id, id);
create index salary_advances_to_send on salary_advances (tenant_id, send_wanted_at, id)
  where send_wanted_at is not null;
-- Each order that the list offers.
create index salary_advances_by_update on salary_advances (tenant_id, updated_at, id);
create index salary_advances_by_status on salary_advances (tenant_id, status, updated_at, id);
create index salary_advances_by_amount on salary_advances (tenant_id, amount, id);
create index salary_advances_by_payback on salary_advances (tenant_id, payback_amount, id);
create index salary_advances_by_request on salary_advances (tenant_id, requested_at, id);
call protect_tenant_table('salary_advances', 'select, insert, update');

-- The plan by which an advance is paid back; fixed when it was asked for.
create table advance_instalments (
  tenant_id bigint not null,
  advance_id bigint not null,
  number integer not null check (number between 1 and 12),
  due date not null,
  principal bigint not null check (principal > 0),
  interest bigint not null check (interest >= 0),
  primary key (tenant_id, advance_id, number),
  foreign key (tenant_id, advance_id) references salary_advances (tenant_id, id)
);
call protect_tenant_table('advance_instalments', 'select, insert');

-- What was paid back of an advance, or given up. Rows are only added.
create table advance_allocations (
  tenant_id bigint not null,
  id bigint generated always as identity,
  advance_id bigint not null,
  kind text not null check (kind in ('PAYSLIP', 'CASH', 'WRITE_OFF')),
  -- The business date of the entry.
  date date not null,
  principal bigint not null check (principal >= 0),
  interest bigint not null check (interest >= 0),
  payslip_id bigint,
  note text not null default '',
  entry_id bigint not null,
  recorded_at timestamptz not null,
  recorded_by bigint,
  primary key (tenant_id, id),
  -- A payslip takes an advance's instalment once.
  unique (tenant_id, payslip_id, advance_id),
  foreign key (tenant_id, advance_id) references salary_advances (tenant_id, id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  check (principal + interest > 0),
  check ((kind = 'PAYSLIP') = (payslip_id is not null))
);
create index advance_allocations_by_advance on advance_allocations (tenant_id, advance_id, id);
call protect_tenant_table('advance_allocations', 'select, insert');
