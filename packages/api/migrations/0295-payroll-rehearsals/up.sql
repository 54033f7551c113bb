-- The last approved run calculated again under other terms: what is tried out, how far it is, and what it comes to.
-- Each user keeps the last one of a company.
create table payroll_rehearsals (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  run_id bigint not null,
  by_user bigint not null,
  terms jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  people_done integer not null default 0,
  people_total integer not null default 0,
  leased_until timestamptz,
  -- Sums in kobo by component, before and after.
  totals jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, run_id) references payroll_runs (tenant_id, id) on delete cascade
);
create index payroll_rehearsals_by_user on payroll_rehearsals (tenant_id, company_id, by_user, id);
create index payroll_rehearsals_by_run on payroll_rehearsals (tenant_id, run_id);
create index payroll_rehearsals_to_do on payroll_rehearsals (tenant_id, id) where state in ('WAITING', 'RUNNING');
call protect_tenant_table('payroll_rehearsals', 'select, insert, update, delete');

-- What becomes of each person, in kobo; differences are after less before.
create table payroll_rehearsal_people (
  tenant_id bigint not null,
  rehearsal_id bigint not null,
  employee_id bigint not null,
  net_before bigint not null,
  net_after bigint not null,
  paye_difference bigint not null,
  cost_difference bigint not null,
  -- Something of the record is otherwise than when the run was calculated.
  changed boolean not null,
  primary key (tenant_id, rehearsal_id, employee_id),
  foreign key (tenant_id, rehearsal_id) references payroll_rehearsals (tenant_id, id) on delete cascade,
  foreign key (tenant_id, employee_id) references employees (tenant_id, id)
);
create index payroll_rehearsal_people_by_employee on payroll_rehearsal_people (tenant_id, employee_id);
call protect_tenant_table('payroll_rehearsal_people', 'select, insert, update, delete');
