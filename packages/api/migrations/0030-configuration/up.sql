-- What the platform and its organizations are configured with, one row a value that somebody saved. A
-- missing row means the next level holds: organization, then platform, then the built-in value.

-- Versions come from one sequence, so that a value that was reset and saved anew never has the version
-- that somebody else still shows.
create sequence configuration_versions as integer;
grant usage on sequence configuration_versions to kontor_app;

create table platform_defaults (
  kind text not null check (kind <> ''),
  key text not null check (key <> ''),
  value jsonb not null,
  version integer not null default nextval('configuration_versions'),
  updated_at timestamptz not null,
  updated_by bigint,
  primary key (kind, key)
);
grant select, insert, update, delete on platform_defaults to kontor_app;

create table organization_values (
  tenant_id bigint not null references tenants (id),
  kind text not null check (kind <> ''),
  key text not null check (key <> ''),
  value jsonb not null,
  version integer not null default nextval('configuration_versions'),
  updated_at timestamptz not null,
  updated_by bigint,
  primary key (tenant_id, kind, key)
);
call protect_tenant_table('organization_values', 'select, insert, update, delete');
