-- Staff records. Numbers that identify a person or an account (NIN, tax id, RSA PIN, account number) are
-- sealed by the API before they get here; beside each stands a keyed hash, by which the same number is
-- found again within its organization and which tells nothing without the key.
create table employees (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  -- Unique in its company whatever its letter case; imports find people by it.
  staff_no text not null check (staff_no <> ''),
  first_name text not null check (first_name <> ''),
  middle_name text not null default '',
  last_name text not null check (last_name <> ''),
  email text,
  phone text not null default '',
  birth_date date,
  gender text check (gender in ('FEMALE', 'MALE')),
  -- Ids of the reference data: where the person lives, which decides to whom PAYE goes.
  state_id integer,
  local_government_id integer check (local_government_id is null or state_id is not null),
  branch_id bigint,
  department text not null default '',
  designation text not null default '',
  grade text not null default '',
  -- A worker in the sense of section 91 of the Labour Act.
  worker boolean not null default false,
  suspended boolean not null default false,
  start_date date not null,
  -- The last day of work; from the day after it the employee has left.
  exit_date date check (exit_date >= start_date),
  exit_reason text,
  exit_note text not null default '',
  nin_sealed text check (nin_sealed like 'v1.%'),
  nin_hash bytea,
  tax_id_sealed text check (tax_id_sealed like 'v1.%'),
  tax_id_hash bytea,
  rsa_pin_sealed text check (rsa_pin_sealed like 'v1.%'),
  rsa_pin_hash bytea,
  -- Key of the reference data: the pension fund administrator.
  pfa text,
  nhf_number text not null default '',
  nhf_consent boolean not null default false,
  bank_code text,
  account_number_sealed text check (account_number_sealed like 'v1.%'),
  account_number_hash bytea,
  account_name text not null default '',
  -- When the bank said that the account has this name.
  account_verified_at timestamptz,
  demo boolean not null default false,
  -- Kept by what writes pay rates and changes of bank accounts, since lists ask for both of every row.
  has_pay boolean not null default false,
  bank_change_waiting boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  -- What payroll needs and lacks, in the order in which a page shows it.
  missing text[] not null generated always as (
    array_remove(array[
      case when not has_pay then 'pay' end,
      case when account_number_sealed is null then 'bank_account' end,
      case when state_id is null then 'state' end,
      case when tax_id_sealed is null then 'tax_id' end,
      case when rsa_pin_sealed is null then 'rsa_pin' end,
      case when pfa is null then 'pfa' end,
      case when nhf_consent and nhf_number = '' then 'nhf_number' end
    ], null)
  ) stored,
  -- The parts are lines, since a search has none and thus never matches across two parts.
  search_text text not null generated always as (
    lower(staff_no || E'\n' || first_name || ' ' || last_name || E'\n' || last_name || ' ' || first_name
      || E'\n' || middle_name || E'\n' || coalesce(email, '') || E'\n' || phone)
  ) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, branch_id) references branches (tenant_id, id),
  check ((nin_sealed is null) = (nin_hash is null)),
  check ((tax_id_sealed is null) = (tax_id_hash is null)),
  check ((rsa_pin_sealed is null) = (rsa_pin_hash is null)),
  check ((account_number_sealed is null) = (account_number_hash is null)),
  check ((account_number_sealed is null) = (bank_code is null)),
  check ((exit_date is null) = (exit_reason is null))
);
create unique index employees_by_staff_no on employees (tenant_id, company_id, lower(staff_no));
create unique index employees_by_nin on employees (tenant_id, company_id, nin_hash);
create unique index employees_by_tax_id on employees (tenant_id, company_id, tax_id_hash);
create unique index employees_by_rsa_pin on employees (tenant_id, company_id, rsa_pin_hash);
create index employees_by_account_number on employees (tenant_id, company_id, account_number_hash);
-- Lists: each order that a screen offers, with what its filters ask of a row beside it.
create index employees_by_name on employees (tenant_id, lower(last_name), lower(first_name), id);
create index employees_by_number on employees (tenant_id, lower(staff_no), id);
create index employees_by_start on employees (tenant_id, start_date, id);
create index employees_by_department on employees (tenant_id, department, lower(last_name), lower(first_name), id);
create index employees_by_branch on employees (tenant_id, branch_id, lower(last_name), lower(first_name), id);
create index employees_by_designation on employees (tenant_id, designation, lower(last_name), lower(first_name), id);
create index employees_by_grade on employees (tenant_id, grade, lower(last_name), lower(first_name), id);
create index employees_leaving on employees (tenant_id, exit_date, id) where exit_date is not null;
create index employees_suspended on employees (tenant_id, id) where suspended;
create index employees_bank_changes on employees (tenant_id, id) where bank_change_waiting;
create index employees_missing on employees (tenant_id, id) where missing <> '{}';
-- What is counted and searched without the rows themselves.
create index employees_by_search on employees (tenant_id, id) include (company_id, suspended, exit_date, search_text);
call protect_tenant_table('employees', 'select, insert, update, delete');

-- Employments that ended, of people who came back.
create table past_employments (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  start_date date not null,
  exit_date date not null check (exit_date >= start_date),
  exit_reason text not null,
  exit_note text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade
);
create index past_employments_by_employee on past_employments (tenant_id, employee_id, start_date);
call protect_tenant_table('past_employments', 'select, insert, delete');

-- What somebody earns a month from a day on, in kobo. A rate is never changed: one for the same day, or its
-- withdrawal, supersedes it.
create table pay_rates (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  from_date date not null,
  basic bigint not null check (basic >= 0),
  housing bigint not null check (housing >= 0),
  transport bigint not null check (transport >= 0),
  other bigint not null check (other >= 0),
  reason text not null default '',
  recorded_at timestamptz not null,
  recorded_by bigint,
  superseded_at timestamptz,
  superseded_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  check (basic + housing + transport + other > 0)
);
create unique index pay_rates_in_force on pay_rates (tenant_id, employee_id, from_date desc)
  where superseded_at is null;
create index pay_rates_by_employee on pay_rates (tenant_id, employee_id, id);
call protect_tenant_table('pay_rates', 'select, insert, update, delete');

create index if not exists audit_log_by_subject on audit_log (tenant_id, subject, id);
