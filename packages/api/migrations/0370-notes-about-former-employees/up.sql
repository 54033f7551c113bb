-- What people wrote beside repayments of an employee, and beside payments of theirs that were taken back, is cleared
-- once the record is erased after its period, and what made a submission of a run void names them no more. Allocations
-- and events of runs are only added; their notes leave by this one door, and none of an employee whose record is still
-- kept. Payslips must still have the name and the staff number with which those events were written.
create function forget_notes(p_tenant_id bigint, p_employee_id bigint)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  v_name text;
begin
  perform require_scope(p_tenant_id);
  if not exists (select from employees e
    where e.tenant_id = p_tenant_id and e.id = p_employee_id and e.erased_at is not null) then
    raise exception 'employee % is not erased', p_employee_id using errcode = 'insufficient_privilege';
  end if;
  update advance_allocations l set note = ''
  from salary_advances a
  where l.tenant_id = p_tenant_id and l.note <> '' and a.tenant_id = p_tenant_id and a.id = l.advance_id
    and a.employee_id = p_employee_id;
  update payroll_run_events v set reason = ''
  from payslips s
  join outside_payments m on m.tenant_id = p_tenant_id and m.payslip_id = s.id and m.reversed_at is not null
  where s.tenant_id = p_tenant_id and s.employee_id = p_employee_id
    and v.tenant_id = p_tenant_id and v.run_id = s.run_id and v.event = 'PAYMENT_REVERSED'
    and v.reason in (s.name || ': ' || m.reversal_reason, s.staff_no || ': ' || m.reversal_reason);
  for v_name in
    select distinct s.name from payslips s where s.tenant_id = p_tenant_id and s.employee_id = p_employee_id
  loop
    -- In a sentence a name ends with a space or a full stop, and does not begin within a word.
    update payroll_run_events v
    set reason = substr(replace(replace(
      ' ' || v.reason, ' ' || v_name || ' ', ' Erased Employee '), ' ' || v_name || '.', ' Erased Employee.'), 2)
    where v.tenant_id = p_tenant_id and v.event = 'VOIDED' and position(v_name in v.reason) > 0;
  end loop;
end
$$;
revoke all on function forget_notes from public;
grant execute on function forget_notes to kontor_app;

-- Of those who were erased before, whose payslips name nobody any more.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    perform forget_notes(v_tenant_id, e.id)
    from employees e where e.tenant_id = v_tenant_id and e.erased_at is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
