-- Where somebody belonged when a run was approved: to whom tax and pension go, and under what pay is added up.
-- Whoever moves later leaves what was posted where it is.
alter table payslips
  add column state_id integer,
  add column pfa text,
  add column branch_id bigint,
  add column department text not null default '',
  add column grade text not null default '',
  add foreign key (tenant_id, branch_id) references branches (tenant_id, id);

-- Of runs that were approved before, the records of today are the best that is known.
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payslips s set state_id = e.state_id, pfa = e.pfa, branch_id = e.branch_id, department = e.department,
      grade = e.grade
    from employees e, payroll_runs r
    where s.tenant_id = v_tenant_id and e.tenant_id = v_tenant_id and e.id = s.employee_id
      and r.tenant_id = v_tenant_id and r.id = s.run_id and r.approved_at is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
