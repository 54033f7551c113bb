-- What a person decides against is rejected, as salary advances and payroll runs are; refused is what the system does.
alter table reliefs drop constraint reliefs_status_check;
alter table bank_account_changes drop constraint bank_account_changes_status_check;

-- Forced row-level security holds for the owner too, so the tenants are taken one by one.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update reliefs set status = 'REJECTED' where tenant_id = v_tenant_id and status = 'REFUSED';
    update bank_account_changes set status = 'REJECTED' where tenant_id = v_tenant_id and status = 'REFUSED';
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

alter table reliefs add constraint reliefs_status_check
  check (status in ('WAITING', 'APPROVED', 'REJECTED', 'SUPERSEDED'));
alter table bank_account_changes add constraint bank_account_changes_status_check
  check (status in ('WAITING', 'CONFIRMED', 'REJECTED', 'WITHDRAWN'));
