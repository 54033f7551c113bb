-- Whoever suspends an organization ends what its people hold: sessions, challenges, codes and links. When it is
-- active again they sign in anew, and nothing that somebody else may have kept comes back to life. A trigger,
-- since the status may be set by hand too; organizations are no tenant's table.
create function end_sessions_of_suspended() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update sessions s set revoked_at = now() from users u
  where u.tenant_id = new.id and s.user_id = u.id and s.revoked_at is null;
  delete from sign_in_challenges c using users u where u.tenant_id = new.id and c.user_id = u.id;
  delete from password_resets r using users u where u.tenant_id = new.id and r.user_id = u.id;
  delete from password_reset_links r using users u where u.tenant_id = new.id and r.user_id = u.id;
  update portal_sessions set revoked_at = now() where tenant_id = new.id and revoked_at is null;
  return null;
end
$$;
create trigger tenants_suspended after update of status on tenants
  for each row when (old.status = 'ACTIVE' and new.status <> 'ACTIVE')
  execute function end_sessions_of_suspended();

-- The same of one employee: sessions at the portal from before this moment open nothing.
alter table employees add column portal_open_since timestamptz;

-- An idempotency key belongs to a user and to the organization that the request is about, 0 for the platform:
-- a response of one organization is never given in another.
alter table idempotency_keys
  add column tenant_id bigint not null default 0,
  drop constraint idempotency_keys_pkey,
  add primary key (user_id, tenant_id, key);
drop function claim_idempotency_key(bigint, text, bytea, timestamptz);

-- Claims a key for this transaction. When another transaction has claimed it and not committed yet, the
-- insert waits for that one at most for the lock time-out below and then fails with lock_not_available,
-- which the API reports as "in flight". A key that has a response already comes back with it.
create function claim_idempotency_key(
  p_user_id bigint, p_tenant_id bigint, p_key text, p_request_hash bytea, p_now timestamptz)
returns table (claimed boolean, same_request boolean, status integer, response jsonb)
language plpgsql
set lock_timeout = '300ms'
as $$
begin
  insert into idempotency_keys (user_id, tenant_id, key, request_hash, created_at)
  values (p_user_id, p_tenant_id, p_key, p_request_hash, p_now)
  on conflict (user_id, tenant_id, key) do nothing;
  if found then
    return query select true, true, null::integer, null::jsonb;
  else
    return query
      select false, k.request_hash = p_request_hash, k.status, k.response
      from idempotency_keys k
      where k.user_id = p_user_id and k.tenant_id = p_tenant_id and k.key = p_key;
  end if;
end
$$;

alter table idempotency_keys enable row level security;
create policy own_keys on idempotency_keys for all
  using ((select scoped_tenant()) is null or tenant_id in (0, (select scoped_tenant())))
  with check ((select scoped_tenant()) is null or tenant_id in (0, (select scoped_tenant())));
