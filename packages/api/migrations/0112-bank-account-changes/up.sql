-- Bank accounts to which somebody wants an employee's pay to go from now on. Money goes there once a second
-- person has confirmed it.
create table bank_account_changes (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  bank_code text not null,
  account_number_sealed text not null check (account_number_sealed like 'v1.%'),
  account_number_hash bytea not null,
  account_name text not null,
  -- What the provider calls the account; null where it did not say.
  provider_name text,
  asked_at timestamptz not null,
  asked_by bigint,
  status text not null check (status in ('WAITING', 'CONFIRMED', 'REFUSED', 'WITHDRAWN')),
  decided_at timestamptz,
  decided_by bigint,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  check ((status = 'WAITING') = (decided_at is null)),
  check (status <> 'CONFIRMED' or decided_by is distinct from asked_by)
);
create unique index bank_account_changes_waiting on bank_account_changes (tenant_id, employee_id)
  where status = 'WAITING';
create index bank_account_changes_by_employee on bank_account_changes (tenant_id, employee_id, id);
call protect_tenant_table('bank_account_changes', 'select, insert, update, delete');

