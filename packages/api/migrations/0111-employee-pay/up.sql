-- What is added to or taken from the pay of some months: of each from the first to the last, or of one.
create table pay_items (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('EARNING', 'DEDUCTION')),
  amount bigint not null check (amount > 0),
  taxable boolean not null,
  pensionable boolean not null,
  -- First days of months; without a last one it goes on.
  from_month date not null check (extract(day from from_month) = 1),
  to_month date check (extract(day from to_month) = 1 and to_month >= from_month),
  -- Made when the employee left: what is still owed either way.
  settlement boolean not null default false,
  version integer not null default 1,
  recorded_at timestamptz not null,
  recorded_by bigint,
  removed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  check (kind = 'EARNING' or not pensionable)
);
create index pay_items_by_employee on pay_items (tenant_id, employee_id, id);
call protect_tenant_table('pay_items', 'select, insert, update, delete');

-- Evidence that somebody uploaded: the bytes of a PDF or an image, for those who may see the employee.
create table employee_documents (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  filename text not null,
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  created_at timestamptz not null,
  created_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade
);
create index employee_documents_by_employee on employee_documents (tenant_id, employee_id, id);
call protect_tenant_table('employee_documents', 'select, insert, delete');

-- What a person claims for a year, in kobo: deductions of sections 30 to 32 of the Nigeria Tax Act 2025.
-- Payroll reckons with what a second person approved; a claim for the same year supersedes the one before.
create table reliefs (
  tenant_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  year integer not null check (year between 2000 and 2999),
  rent bigint not null check (rent >= 0),
  life_premium bigint not null check (life_premium >= 0),
  owner_occupier_interest bigint not null check (owner_occupier_interest >= 0),
  nhis bigint not null check (nhis >= 0),
  document_id bigint,
  status text not null check (status in ('WAITING', 'APPROVED', 'REFUSED', 'SUPERSEDED')),
  claimed_at timestamptz not null,
  claimed_by bigint,
  decided_at timestamptz,
  decided_by bigint,
  reason text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references employee_documents (tenant_id, id),
  check ((status in ('WAITING')) = (decided_at is null))
);
create unique index reliefs_waiting on reliefs (tenant_id, employee_id, year) where status = 'WAITING';
create unique index reliefs_approved on reliefs (tenant_id, employee_id, year) where status = 'APPROVED';
create index reliefs_by_employee on reliefs (tenant_id, employee_id, year, id);
call protect_tenant_table('reliefs', 'select, insert, update, delete');

-- What was earned and withheld in a year before Kontor kept the payroll, in kobo, so that the tax of the
-- months that are left comes out right.
create table opening_figures (
  tenant_id bigint not null,
  employee_id bigint not null,
  year integer not null check (year between 2000 and 2999),
  -- The last month that the figures contain, as its first day.
  through_month date not null check (extract(day from through_month) = 1 and extract(year from through_month) = year),
  gross bigint not null check (gross >= 0),
  pension bigint not null check (pension >= 0),
  nhf bigint not null check (nhf >= 0),
  tax bigint not null check (tax >= 0),
  version integer not null default 1,
  recorded_at timestamptz not null,
  recorded_by bigint,
  primary key (tenant_id, employee_id, year),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade
);
call protect_tenant_table('opening_figures', 'select, insert, update, delete');

