-- Whether a user has said what a group is in the statement of cash flows. Until then it is what is usual for its class,
-- and the statement names the groups whose names say something else.
alter table groups
  add column cash_flow_chosen boolean not null default false;

do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update groups set cash_flow_chosen = true
    where tenant_id = v_tenant_id and cash_flow <> case class when '05' then 'financing' else 'operating' end;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
