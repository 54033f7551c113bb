create table branches (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null check (name <> ''),
  -- Empty where the branch has none; unique in its company whatever its letter case.
  code text not null default '',
  address text not null default '',
  -- Ids of the reference data; a local government is one of the state's.
  state_id integer,
  local_government_id integer check (local_government_id is null or state_id is not null),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id)
);
create index branches_by_name on branches (tenant_id, company_id, lower(name), id);
create unique index branches_by_code on branches (tenant_id, company_id, lower(code)) where code <> '';
call protect_tenant_table('branches', 'select, insert, update');
