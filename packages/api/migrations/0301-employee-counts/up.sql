-- How many employees an organization has, since each look at their list says it. Kept by what adds and takes away
-- employees, at the end of its transaction.
create table employee_counts (
  tenant_id bigint primary key references tenants (id),
  employees integer not null check (employees >= 0)
);
call protect_tenant_table('employee_counts', 'select, insert, update');

-- Forced row-level security holds for the owner too, so the tenants are taken one by one.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    insert into employee_counts (tenant_id, employees)
    select tenant_id, count(*) from employees where tenant_id = v_tenant_id group by tenant_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
