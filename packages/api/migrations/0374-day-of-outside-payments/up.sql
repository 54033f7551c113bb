-- When a payslip was paid by other means is the day of that payment, at noon of Lagos, and not when it was recorded.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payslips s set paid_at = (m.paid_on + time '12:00') at time zone 'Africa/Lagos'
    from outside_payments m
    where s.tenant_id = v_tenant_id and s.payment = 'PAID_OUTSIDE' and m.tenant_id = v_tenant_id
      and m.payslip_id = s.id and m.reversed_at is null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
