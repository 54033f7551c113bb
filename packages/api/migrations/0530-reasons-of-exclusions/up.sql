-- The reason why somebody was left out of a payroll is a note about a person. It was kept when the record was erased
-- after its retention period; the payslips of those who were erased since lose it too.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payslips s set excluded_reason = ''
    from employees e
    where s.tenant_id = v_tenant_id and s.excluded_reason <> ''
      and e.tenant_id = v_tenant_id and e.id = s.employee_id and e.erased_at is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
