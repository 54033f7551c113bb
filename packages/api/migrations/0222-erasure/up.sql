-- When what no law asks to keep of an employee was erased, and when the rest was, after its period.
alter table employees
  add column erasure_asked_at timestamptz,
  add column erased_at timestamptz;
create index employees_to_erase on employees (tenant_id, exit_date, id) where exit_date is not null and erased_at is null;

-- Addresses of the portal that belong to nobody any more leave.
grant delete on portal_addresses to kontor_app;
