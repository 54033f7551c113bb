-- The standard ledgers of liabilities, incomes and equity opened with a debit, and the side of a ledger cannot
-- be changed later, so owners' capital could not be opened. Those that opened with nothing get their usual side,
-- as the ledgers of new organizations have it. The standard chart is made with its groups, in one moment; what
-- migrations added to it has a purpose.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update ledgers l set op_balance_dc = 'CR'
    from groups g
    where l.tenant_id = v_tenant_id and g.tenant_id = v_tenant_id and g.id = l.group_id
      and g.class in ('02', '03', '05') and l.op_balance = 0 and l.op_balance_dc = 'DR' and not l.control
      and (l.purpose is not null or (g.seeded and l.created_at = g.created_at));
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
