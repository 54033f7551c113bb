-- Employees who are invited to the portal. The address is that of the invitation: where the record of the
-- employee has another one meanwhile, nobody enters by this one.
create table portal_accounts (
  tenant_id bigint not null,
  employee_id bigint not null,
  email text not null check (email = lower(email)),
  invited_at timestamptz not null,
  invited_by bigint,
  -- Of the invitation, until the first sign-in.
  expires_at timestamptz not null,
  accepted_at timestamptz,
  last_signed_in_at timestamptz,
  primary key (tenant_id, employee_id),
  foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete cascade
);
create index portal_accounts_by_email on portal_accounts (tenant_id, email);
call protect_tenant_table('portal_accounts', 'select, insert, update, delete');

-- In which organizations an address was invited: a sign-in knows the address and not yet the organization.
-- It holds hashes only, and a row too many leads to nothing.
create table portal_addresses (
  address_hash bytea not null check (length(address_hash) = 32),
  tenant_id bigint not null references tenants (id),
  primary key (address_hash, tenant_id)
);
grant select, insert on portal_addresses to kontor_app;

-- The code that was mailed last to an address.
create table portal_codes (
  address_hash bytea primary key check (length(address_hash) = 32),
  code_hash bytea not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on portal_codes to kontor_app;

-- Codes tried for an address, by who tried: whoever guesses uses up the tries of nobody else. The asker is
-- the hash of a network address. A new code begins anew.
create table portal_code_tries (
  address_hash bytea not null references portal_codes (address_hash) on delete cascade,
  asker_hash bytea not null check (length(asker_hash) = 32),
  tries integer not null,
  primary key (address_hash, asker_hash)
);
grant select, insert, update, delete on portal_code_tries to kontor_app;

-- Sessions of employees, apart from those of users: a token of the one kind is unknown to the other. The
-- token shows the organization, so the row is read before any is in scope; the employee is looked up in it
-- with each request, so a session that outlives its employee opens nothing.
create table portal_sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  tenant_id bigint not null references tenants (id),
  employee_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  user_agent text
);
create index portal_sessions_by_employee on portal_sessions (tenant_id, employee_id);
create index portal_sessions_by_expiry on portal_sessions (expires_at);
grant select, insert, update, delete on portal_sessions to kontor_app;
