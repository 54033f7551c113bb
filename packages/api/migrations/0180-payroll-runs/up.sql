-- The last number that an organization gave to a payroll run.
create table payroll_counters (
  tenant_id bigint primary key references tenants (id),
  last_number bigint not null check (last_number > 0)
);
call protect_tenant_table('payroll_counters', 'select, insert, update');

-- The pay of a company for a month, or of some people beside it.
create table payroll_runs (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  -- PR-000001 and so on.
  number bigint not null check (number > 0),
  -- The first day of the month.
  period date not null check (extract(day from period) = 1),
  cycle text not null check (cycle in ('REGULAR', 'OFF_CYCLE')),
  title text not null default '',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING_APPROVAL', 'PENDING_DISBURSEMENT',
    'DISBURSING', 'PARTLY_PAID', 'PAID', 'REVERSED')),
  payday date not null,
  -- Off cycle: who is paid; null for everybody with something to pay.
  employee_ids bigint[],
  calculation text not null default 'WAITING' check (calculation in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  -- Counts the calculations that were asked for, so that one that was overtaken keeps nothing.
  generation integer not null default 1,
  people_done integer not null default 0,
  people_total integer not null default 0,
  leased_until timestamptz,
  calculated_at timestamptz,
  problem text not null default '',
  -- What it was calculated with: the settings in full, and the name of the law.
  settings jsonb,
  pack text,
  compared_with_id bigint,
  -- Why the pay of those differs who have no payslip in it, by reason: what they had in the run before.
  leavers jsonb not null default '[]',
  -- The same of all, by reason, in kobo.
  variance jsonb not null default '[]',
  -- Sums of its payslips in kobo, those left out that are excluded.
  people integer not null default 0 check (people >= 0),
  excluded integer not null default 0 check (excluded >= 0),
  gross bigint not null default 0,
  net bigint not null default 0,
  employer bigint not null default 0,
  -- Net less that of the run before; null where there is none.
  difference bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, compared_with_id) references payroll_runs (tenant_id, id),
  check (cycle = 'OFF_CYCLE' or employee_ids is null),
  check (status in ('DRAFT', 'REVERSED') or calculation = 'DONE')
);
-- A month is paid once; one that was reversed may be paid again.
create unique index payroll_runs_regular on payroll_runs (tenant_id, company_id, period)
  where cycle = 'REGULAR' and status <> 'REVERSED';
create index payroll_runs_by_period on payroll_runs (tenant_id, period, id);
create index payroll_runs_by_status on payroll_runs (tenant_id, status, period, id);
create index payroll_runs_to_calculate on payroll_runs (tenant_id, id) where calculation in ('WAITING', 'RUNNING');
call protect_tenant_table('payroll_runs', 'select, insert, update, delete');

-- What one person is paid in a run, as it was computed: its lines explain themselves for ever. Amounts in
-- kobo; each part is what one ledger is moved by, so the checks below hold the payslip to its own sums.
create table payslips (
  tenant_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  employee_id bigint not null,
  -- As they were then.
  staff_no text not null,
  name text not null,
  employment_start date not null,
  employment_exit date,
  generation integer not null,
  -- Components of pay with their arrears, and what items add to gross or take from it.
  basic bigint not null,
  housing bigint not null,
  transport bigint not null,
  other bigint not null,
  items bigint not null,
  gross bigint not null,
  -- What is taken off gross.
  paye bigint not null check (paye >= 0),
  pension_employee bigint not null check (pension_employee >= 0),
  nhf bigint not null check (nhf >= 0),
  advance_principal bigint not null check (advance_principal >= 0),
  advance_interest bigint not null check (advance_interest >= 0),
  other_deductions bigint not null check (other_deductions >= 0),
  deductions bigint not null,
  net bigint not null,
  -- What the employer pays beside it.
  pension_employer bigint not null check (pension_employer >= 0),
  nsitf bigint not null check (nsitf >= 0),
  itf bigint not null check (itf >= 0),
  employer bigint not null,
  -- What is taxed of gross, with benefits in kind.
  taxable bigint not null,
  benefits bigint not null check (benefits >= 0),
  tax_overpaid bigint not null check (tax_overpaid >= 0),
  -- The tax year after this payslip, with what was paid before Kontor kept the payroll.
  year integer not null,
  year_gross bigint not null,
  year_taxable bigint not null,
  year_pension bigint not null,
  year_nhf bigint not null,
  year_paye bigint not null,
  year_net bigint not null,
  lines jsonb not null,
  -- The components of pay for the month itself, with which arrears compare, and the arrears by month.
  pay jsonb not null,
  arrears jsonb not null default '[]',
  -- Items that come once and were paid here.
  once_items bigint[] not null default '{}',
  warnings jsonb not null default '[]',
  warning_codes text[] not null default '{}',
  blocked boolean not null default false,
  -- Why it differs from the one before, by reason; null amounts where there is none before.
  variance jsonb not null default '[]',
  reasons text[] not null default '{}',
  difference bigint,
  excluded boolean not null default false,
  excluded_reason text not null default '',
  -- Where the net pay goes; the number is sealed as the employee's own.
  bank_code text,
  account_number_sealed text check (account_number_sealed like 'v1.%'),
  account_number_hash bytea,
  account_name text not null default '',
  -- Marks of what it was computed from, by part: another mark, and that part has changed since.
  marks jsonb not null,
  search_text text not null generated always as (lower(staff_no || E'\n' || name)) stored,
  primary key (tenant_id, id),
  unique (tenant_id, run_id, employee_id),
  foreign key (tenant_id, run_id) references payroll_runs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, employee_id) references employees (tenant_id, id),
  check (gross = basic + housing + transport + other + items),
  check (deductions = paye + pension_employee + nhf + advance_principal + advance_interest + other_deductions),
  check (net = gross - deductions),
  check (employer = pension_employer + nsitf + itf),
  check (excluded or excluded_reason = ''),
  check ((account_number_sealed is null) = (bank_code is null))
);
create index payslips_by_name on payslips (tenant_id, run_id, name, id);
create index payslips_by_employee on payslips (tenant_id, employee_id, run_id);
call protect_tenant_table('payslips', 'select, insert, update, delete');

-- What was done to a run, and by whom. Rows are only added.
create table payroll_run_events (
  tenant_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  event text not null check (event in ('STARTED', 'CALCULATED', 'SUBMITTED', 'APPROVED', 'REJECTED', 'VOIDED',
    'DISBURSED', 'PAID', 'REVERSED')),
  by_user bigint,
  at timestamptz not null,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, run_id) references payroll_runs (tenant_id, id) on delete cascade
);
create index payroll_run_events_by_run on payroll_run_events (tenant_id, run_id, id);
call protect_tenant_table('payroll_run_events', 'select, insert');
