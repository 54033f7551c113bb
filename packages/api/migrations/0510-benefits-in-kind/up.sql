-- What an employer gives an employee besides money: taxed by PAYE, never paid (Nigeria Tax Act 2025, s.14). A row that
-- was removed stays for the history; payslips keep what they taxed, and later ones of the tax year correct it.
create table benefits_in_kind (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('ASSET', 'HIRED', 'HOUSING', 'OTHER')),
  -- In kobo: of an asset what the employer paid for it, of the others the amount of a year.
  value bigint not null check (value > 0),
  -- What the employee spends on it a year.
  employee_pays bigint not null default 0 check (employee_pays >= 0),
  from_date date not null,
  -- The last day; without one it goes on.
  to_date date check (to_date >= from_date),
  version integer not null default 1,
  recorded_at timestamptz not null,
  recorded_by bigint,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade
);
create index benefits_in_kind_by_employee on benefits_in_kind (tenant_id, employee_id, id);
call protect_tenant_table('benefits_in_kind', 'select, insert, update, delete');

-- Benefits of the tax year after a payslip. One that corrects earlier months lowers them.
alter table payslips
  drop constraint payslips_benefits_check,
  add column year_benefits bigint not null default 0;
