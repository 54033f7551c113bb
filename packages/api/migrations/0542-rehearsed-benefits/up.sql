-- Rehearsals have the rates of benefits in kind among their terms. Those from before were calculated with the law's.
-- Forced row-level security holds for the owner too, so the tenants are taken one by one.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payroll_rehearsals set terms = terms || '{"benefit_asset_rate": 5, "benefit_housing_limit": 20}'
    where tenant_id = v_tenant_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
