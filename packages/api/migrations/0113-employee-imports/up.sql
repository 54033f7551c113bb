-- What the columns of an organization's files were said to hold, by their folded titles.
create table employee_import_mappings (
  tenant_id bigint not null,
  company_id bigint not null,
  fields jsonb not null,
  primary key (tenant_id, company_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id)
);
call protect_tenant_table('employee_import_mappings', 'select, insert, update');

create table employee_imports (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  filename text not null,
  status text not null check (
    status in ('MAPPING', 'CHECKING', 'READY', 'FAILED', 'COMMITTED', 'UNDONE', 'DISCARDED')),
  -- Titles in their order, and the field of each or null.
  titles jsonb not null,
  fields jsonb not null,
  rows integer not null check (rows >= 0),
  rows_checked integer not null default 0,
  counts jsonb not null default '{}',
  problem text,
  version integer not null default 1,
  -- Until when the process that checks it may be silent before another takes it over.
  leased_until timestamptz,
  created_at timestamptz not null,
  created_by bigint,
  committed_at timestamptz,
  committed_by bigint,
  undone_at timestamptz,
  undone_by bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id)
);
create index employee_imports_by_company on employee_imports (tenant_id, company_id, id);
create index employee_imports_to_check on employee_imports (tenant_id, id) where status = 'CHECKING';
call protect_tenant_table('employee_imports', 'select, insert, update');

-- The cells of the file, some hundred rows a piece, sealed: they hold numbers of people.
create table employee_import_pieces (
  tenant_id bigint not null,
  import_id bigint not null,
  piece integer not null,
  sealed text not null check (sealed like 'v1.%'),
  primary key (tenant_id, import_id, piece),
  foreign key (tenant_id, import_id) references employee_imports (tenant_id, id)
);
call protect_tenant_table('employee_import_pieces', 'select, insert, delete');

-- What would become of each row, and what it takes to do and to undo it, sealed.
create table employee_import_rows (
  tenant_id bigint not null,
  import_id bigint not null,
  line integer not null,
  kind text not null check (kind in ('NEW', 'CHANGED', 'UNCHANGED', 'REJECTED')),
  employee_id bigint,
  -- The version that the import gave the employee; another one later means that somebody changed it since.
  version_after integer,
  sealed text not null check (sealed like 'v1.%'),
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references employee_imports (tenant_id, id)
);
create index employee_import_rows_by_kind on employee_import_rows (tenant_id, import_id, kind, line);
call protect_tenant_table('employee_import_rows', 'select, insert, update, delete');

-- What an import wrote, so that it can be taken back.
alter table employees add column import_id bigint;
alter table pay_rates add column import_id bigint, add column superseded_by_import_id bigint;
alter table bank_account_changes add column import_id bigint;
create index employees_by_import on employees (tenant_id, import_id, id) where import_id is not null;
create index pay_rates_by_import on pay_rates (tenant_id, import_id) where import_id is not null;
create index pay_rates_superseded_by_import on pay_rates (tenant_id, superseded_by_import_id)
  where superseded_by_import_id is not null;
create index bank_account_changes_by_import on bank_account_changes (tenant_id, import_id)
  where import_id is not null;
