create table companies (
  tenant_id bigint not null references tenants (id),
  id bigint generated always as identity,
  address text not null,
  support_email text not null,
  emp_prefix text not null default '',
  admin_name text not null,
  admin_email text not null,
  state_id integer,
  brand_color text not null check (brand_color ~ '^#[0-9a-fA-F]{6}$'),
  about text not null default '',
  employee_benefits text not null default '',
  logo_key text,
  avatar_key text,
  version integer not null default 1,
  primary key (tenant_id, id)
);
call protect_tenant_table('companies', 'select, insert, update');
