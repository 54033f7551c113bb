-- What a group is in the statement of cash flows: cash, or the activity that its other entries belong to. The group
-- of the Funding account is cash, equity is financing, and everything else operating until its users say otherwise.
alter table groups
  add column cash_flow text not null default 'operating'
    check (cash_flow in ('cash', 'operating', 'investing', 'financing')),
  add constraint groups_of_cash check (cash_flow <> 'cash' or class in ('01', '02'));

do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update groups g set cash_flow = case when g.class = '05' then 'financing' else 'cash' end
    where g.tenant_id = v_tenant_id and (g.class = '05' or g.id = (
      select l.group_id from ledgers l where l.tenant_id = v_tenant_id and l.purpose = 'funding_account'));
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
