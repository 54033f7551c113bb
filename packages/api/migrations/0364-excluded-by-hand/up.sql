-- Whether somebody decided that this payslip is left out or, although the employee is suspended, not left out. Without
-- such a decision a calculation goes by the suspension as it is then. Of runs from before that may be calculated again,
-- only payslips left out for another reason are known to be decided: that of a suspension is written by the calculation.
alter table payslips add column excluded_by_hand boolean not null default false;

do $$
declare
  v_tenant bigint;
begin
  for v_tenant in select id from tenants loop
    perform set_config('app.tenant_id', v_tenant::text, true);
    update payslips s set excluded_by_hand = true
    from payroll_runs r
    where s.tenant_id = v_tenant and r.tenant_id = v_tenant and r.id = s.run_id and r.status in ('DRAFT', 'PENDING_APPROVAL')
      and s.excluded and s.excluded_reason <> 'Suspended';
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
