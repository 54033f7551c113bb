-- Requests run as kontor_app, which owns nothing and cannot bypass row-level security. Roles belong
-- to the whole server, so another database of the same server may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'kontor_app') then
    create role kontor_app nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null;
end
$$;

-- PostgreSQL 16 told being a member of a role from the right to take it on; before, the two were one.
do $$
begin
  if not pg_has_role(
    current_user, 'kontor_app',
    case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end)
  then
    execute format('grant kontor_app to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise exception
    'the role kontor_app is there already, and % may not act as it: have an administrator of the server run "grant kontor_app to %"',
    current_user, quote_ident(current_user) using errcode = 'insufficient_privilege';
end
$$;

grant usage on schema public to kontor_app;

-- Fences a tenant table: one tenant in scope may read and write its rows, platform staff may read all.
-- Without a scope the setting is empty and no row is seen.
-- The settings stand in sub-selects, which are asked once a statement and not once a row, and whether all
-- may be read is a boolean by itself, which the planner takes for half of the rows and not for a few.
create procedure protect_tenant_table(p_table regclass, p_rights text)
language plpgsql
as $$
declare
  own constant text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::bigint)';
  all_tenants constant text := '(select nullif(current_setting(''app.reads_all'', true), '''')::boolean)';
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy tenant_writes on %s for all using (%s) with check (%s)', p_table, own, own);
  execute format('create policy staff_reads on %s for select using (%s)', p_table, all_tenants);
  execute format('grant %s on %s to kontor_app', p_rights, p_table);
end
$$;

-- The directory of tenants: what everybody needs of an organization, its name first.
create table tenants (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  email text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  created_at timestamptz not null
);
create index tenants_by_name on tenants (lower(name), id);
create index tenants_by_created_at on tenants (created_at, id);
grant select, insert, update on tenants to kontor_app;

create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  user_type text not null check (user_type in ('platform', 'staff', 'organization')),
  tenant_id bigint references tenants (id),
  password_hash text not null,
  profile_photo text,
  disabled boolean not null default false,
  created_at timestamptz not null,
  check ((user_type = 'organization') = (tenant_id is not null))
);
grant select, insert, update on users to kontor_app;

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to kontor_app;

create table password_resets (
  user_id bigint primary key references users (id),
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries integer not null default 0,
  token_hash bytea unique,
  token_expires_at timestamptz
);
grant select, insert, update, delete on password_resets to kontor_app;

-- Failed sign-ins by account and by address; the key is a hash, so that a typed password that landed
-- in the email field is not kept.
create table sign_in_failures (
  key_hash bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
create index sign_in_failures_by_time on sign_in_failures (last_failed_at);
grant select, insert, update, delete on sign_in_failures to kontor_app;

create table idempotency_keys (
  user_id bigint not null references users (id),
  key text not null,
  request_hash bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to kontor_app;

-- Claims a key for this transaction. When another transaction holds it uncommitted, the insert waits
-- for that one at most for the lock time-out below and then fails with lock_not_available, which the
-- API answers as "in flight". A key that is already answered comes back with its answer.
create function claim_idempotency_key(p_user_id bigint, p_key text, p_request_hash bytea, p_now timestamptz)
returns table (claimed boolean, same_request boolean, status integer, answer jsonb)
language plpgsql
set lock_timeout = '300ms'
as $$
begin
  insert into idempotency_keys (user_id, key, request_hash, created_at)
  values (p_user_id, p_key, p_request_hash, p_now)
  on conflict (user_id, key) do nothing;
  if found then
    return query select true, true, null::integer, null::jsonb;
  else
    return query
      select false, k.request_hash = p_request_hash, k.status, k.answer
      from idempotency_keys k where k.user_id = p_user_id and k.key = p_key;
  end if;
end
$$;

-- Who did what. Rows are only added; the app role can neither change nor delete them.
create table audit_log (
  id bigint generated always as identity primary key,
  tenant_id bigint,
  actor_id bigint,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  request_id text not null,
  recorded_at timestamptz not null
);
create index audit_log_by_tenant on audit_log (tenant_id, id);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy audit_adds on audit_log for insert
  with check (tenant_id is null or tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy audit_reads on audit_log for select
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::bigint
    or current_setting('app.reads_all', true) = 'on');
grant select, insert on audit_log to kontor_app;

-- The outbox: a mail is written in the transaction that causes it and sent afterwards. A mail that
-- carries a code is worth nothing after expires_at; its content is emptied once it is sent or too late.
create table mails (
  id bigint generated always as identity primary key,
  tenant_id bigint references tenants (id),
  label text not null,
  to_name text not null default '',
  to_email text not null,
  subject text not null,
  html text not null,
  text text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  expires_at timestamptz,
  sent_at timestamptz
);
create index mails_waiting on mails (next_try_at, id) where status = 'WAITING';
create index mails_by_status on mails (status, id);
grant select, insert, update on mails to kontor_app;

-- Images by an unguessable key. They are public to whoever knows the key, since mails and image tags
-- cannot send a bearer token, and never change, so that their address can be cached for ever.
create table files (
  key text primary key check (length(key) = 32),
  tenant_id bigint,
  media_type text not null,
  bytes bytea not null,
  created_at timestamptz not null
);
grant select, insert on files to kontor_app;
