-- Accounts that an import wrote, of which the provider is still to be asked whose they are. A row is gone once
-- the bank has answered, or has been asked often enough.
create table bank_inquiries (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  -- Another account that waits to be confirmed; null for the account that the employee is paid to.
  change_id bigint,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  foreign key (tenant_id, change_id) references bank_account_changes (tenant_id, id) on delete cascade
);
create index bank_inquiries_due on bank_inquiries (tenant_id, next_try_at, id);
create index bank_inquiries_by_employee on bank_inquiries (tenant_id, employee_id);
create index bank_inquiries_by_change on bank_inquiries (tenant_id, change_id) where change_id is not null;
call protect_tenant_table('bank_inquiries', 'select, insert, update, delete');

-- The name under which the bank has the account that an employee is paid to; null where it did not say.
alter table employees add column account_provider_name text;

do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update employees e set account_provider_name = (
      select c.provider_name from bank_account_changes c
      where c.tenant_id = v_tenant_id and c.employee_id = e.id and c.status = 'CONFIRMED'
        and c.bank_code = e.bank_code and c.account_number_hash = e.account_number_hash
      order by c.id desc limit 1)
    where e.tenant_id = v_tenant_id and e.account_number_hash is not null;
    insert into bank_inquiries (tenant_id, employee_id, next_try_at, created_at)
    select v_tenant_id, e.id, now(), now() from employees e
    where e.tenant_id = v_tenant_id and e.import_id is not null and e.account_number_hash is not null
      and e.account_verified_at is null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
