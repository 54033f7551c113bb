-- Of employees who were erased after their period before `forget_notes` was there, the history of payroll runs still has
-- names: their payslips had none left by which that finds them. So what is left is told by what it is not: the reason of
-- a payment that was taken back belongs to a payslip of the run that has it, or to one that was erased; a submission was
-- made void by somebody who has a record or a payslip, or who was erased.
do $$
declare
  v_tenant_id bigint;
  v_sentence text;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    continue when not exists (
      select from employees e where e.tenant_id = v_tenant_id and e.erased_at is not null);
    update payroll_run_events v set reason = ''
    where v.tenant_id = v_tenant_id and v.event = 'PAYMENT_REVERSED' and v.reason <> ''
      and exists (
        select from payslips s
        join employees e on e.tenant_id = v_tenant_id and e.id = s.employee_id and e.erased_at > v.at
        where s.tenant_id = v_tenant_id and s.run_id = v.run_id)
      and not exists (
        select from payslips s
        join outside_payments m on m.tenant_id = v_tenant_id and m.payslip_id = s.id and m.reversed_at is not null
        where s.tenant_id = v_tenant_id and s.run_id = v.run_id
          and v.reason in (s.name || ': ' || m.reversal_reason, s.staff_no || ': ' || m.reversal_reason));
    foreach v_sentence in array array[
      'The employment of (.+) has changed\.', 'The bank account of (.+) has changed\.',
      'The pay rates of (.+) have changed\.', 'The pay items of (.+) have changed\.',
      'The tax reliefs of (.+) have changed\.', 'The NHF consent of (.+) has changed\.',
      'The opening figures of (.+) have changed\.', 'What (.+) owes of salary advances has changed\.',
      'Another run has paid (.+)\.', '(.+) belongs to the payroll now\.',
      '(.+) does not belong to the payroll any more\.'] loop
      update payroll_run_events v set reason = replace(v.reason, n.name, 'Erased Employee')
      from (
        select w.id, (regexp_match(w.reason, '^' || v_sentence || '$'))[1] as name
        from payroll_run_events w
        where w.tenant_id = v_tenant_id and w.event = 'VOIDED' and w.reason ~ ('^' || v_sentence || '$')
      ) n
      where v.tenant_id = v_tenant_id and v.id = n.id and n.name <> 'Erased Employee'
        and exists (select from employees e where e.tenant_id = v_tenant_id and e.erased_at > v.at)
        and not exists (
          select from employees e
          where e.tenant_id = v_tenant_id and e.last_name || ', ' || e.first_name = n.name)
        and not exists (select from payslips s where s.tenant_id = v_tenant_id and s.name = n.name);
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
