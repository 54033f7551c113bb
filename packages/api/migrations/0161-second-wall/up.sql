-- The tables that belong to no tenant alone are bounded too: work inside one tenant's scope sees and writes
-- that tenant's rows. Without a tenant in scope the platform works: sign-in, jobs, staff. The owner of these
-- tables is not held back, for it migrates them.
create function scoped_tenant() returns bigint
language sql stable
return nullif(current_setting('app.tenant_id', true), '')::bigint;

alter table tenants enable row level security;
create policy own_tenant on tenants for all
  using ((select scoped_tenant()) is null or id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or id = (select scoped_tenant()));

-- Everybody may see who of the platform recorded something.
alter table users enable row level security;
create policy own_users on users for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));
create policy platform_users on users for select using (tenant_id is null);

alter table sessions enable row level security;
create policy sessions_of_own_users on sessions for all
  using ((select scoped_tenant()) is null
    or exists (select from users u where u.id = user_id and u.tenant_id = (select scoped_tenant())))
  with check ((select scoped_tenant()) is null
    or exists (select from users u where u.id = user_id and u.tenant_id = (select scoped_tenant())));

-- A mail to the platform's people about a tenant is the platform's, though it is written in the tenant's scope.
alter table mails enable row level security;
create policy own_mails on mails for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id is null or tenant_id = (select scoped_tenant()));

alter table files enable row level security;
create policy own_files on files for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));

-- 0 is the platform, whose people also work inside of a tenant's scope.
alter table second_factor_rules enable row level security;
create policy own_rules on second_factor_rules for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));

-- The one way to an audit row. The moment is the server's own, and where a session was opened in this
-- transaction its user is the actor, whoever the caller names.
create function record_audit(
  p_tenant_id bigint, p_actor_id bigint, p_action text, p_subject text, p_detail jsonb, p_request_id text, p_ip text
) returns bigint
language sql
security definer
set search_path = public, pg_temp
as $$
  insert into audit_log (tenant_id, actor_id, action, subject, detail, request_id, recorded_at, ip)
  values (p_tenant_id,
    coalesce(nullif(current_setting('app.user_id', true), '')::bigint, p_actor_id),
    p_action, p_subject, p_detail, p_request_id, clock_timestamp(), p_ip);
  -- No identity is given back: who adds may not be one who reads.
  select 1::bigint
$$;
revoke execute on function record_audit(bigint, bigint, text, text, jsonb, text, text) from public;
grant execute on function record_audit(bigint, bigint, text, text, jsonb, text, text) to kontor_app;
revoke insert on audit_log from kontor_app;

-- An address belongs to one user of all, so that whether somebody has it is asked of all.
create function has_user(p_email text) returns boolean
language sql
stable
security definer
set search_path = public, pg_temp
as $$ select exists (select from users where email = p_email) $$;
revoke execute on function has_user(text) from public;
grant execute on function has_user(text) to kontor_app;

-- A search behind a policy could use no index, since PostgreSQL does not know LIKE to keep a row to itself. Here
-- the pattern meets the index, and then the scope.
create function tenants_matching(p_pattern text) returns setof bigint
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select id from tenants
  where search_text like p_pattern and (scoped_tenant() is null or id = scoped_tenant())
$$;
revoke execute on function tenants_matching(text) from public;
grant execute on function tenants_matching(text) to kontor_app;

-- What the role of requests may do, as the migrations granted it. A dump that is restored on a server without
-- the role comes back without its rights; the start then gives them again from here.
create table kept_rights (
  kind text not null check (kind in ('schema', 'table', 'column', 'sequence', 'function')),
  object text not null,
  part text not null default '',
  privilege text not null,
  primary key (kind, object, part, privilege)
);
create view rights_of_requests as
  with app as (select oid from pg_roles where rolname = 'kontor_app')
  select 'schema' as kind, format('%I', n.nspname) as object, '' as part, a.privilege_type as privilege
    from pg_namespace n cross join aclexplode(n.nspacl) a, app
    where n.nspname = 'public' and a.grantee = app.oid
  union all
  select case c.relkind when 'S' then 'sequence' else 'table' end, format('%I.%I', n.nspname, c.relname), '',
      a.privilege_type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(c.relacl) a, app
    where n.nspname = 'public' and a.grantee = app.oid
  union all
  select 'column', format('%I.%I', n.nspname, c.relname), format('%I', t.attname), a.privilege_type
    from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace
      cross join aclexplode(t.attacl) a, app
    where n.nspname = 'public' and a.grantee = app.oid
  union all
  select 'function', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), '',
      a.privilege_type
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join aclexplode(p.proacl) a, app
    where n.nspname = 'public' and a.grantee = app.oid;
