-- To whom tax and pension of a payslip were remitted that did not say whom to pay when it was posted. Until they are
-- remitted the employee's record decides; from then on what was paid stays where it was paid.
alter table payslips
  add column remitted_state_id integer,
  add column remitted_pfa text;

-- Of what was remitted before, the record of today is the best that is known where it names who was paid.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payslips s set remitted_state_id = case when s.state_id is null and t.state then e.state_id end,
      remitted_pfa = case when s.pfa is null and t.pfa then e.pfa end
    from payroll_runs r, employees e, lateral (
      select coalesce(bool_or(m.scheme = 'PAYE' and m.authority = e.state_id::text), false) as state,
        coalesce(bool_or(m.scheme = 'PENSION' and m.authority = e.pfa), false) as pfa
      from remittances m
      where m.tenant_id = v_tenant_id and m.period = r.period and m.reversed_at is null) t
    where s.tenant_id = v_tenant_id and r.tenant_id = v_tenant_id and r.id = s.run_id and r.approved_at is not null
      and e.tenant_id = v_tenant_id and e.id = s.employee_id
      and (s.state_id is null and t.state or s.pfa is null and t.pfa);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
