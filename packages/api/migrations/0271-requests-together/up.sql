-- Finds the users of several sessions at once, with the rights that hold now, and notes their last use where it is
-- older than `touched_before`. A token that opens nothing gives no row: unknown, revoked, too old, idle for too long,
-- or of a user who is deactivated or whose organization is suspended.
--
-- A function, since the plan of its statement is then made once a connection and not once a request, also behind a
-- pooler, where prepared statements with names would be another connection's.
create function open_sessions(
  p_tokens bytea[], p_ips text[], p_touched_before timestamptz[], p_now timestamptz, p_idle_since timestamptz)
returns table (
  place integer, session_id bigint, user_id bigint, name text, email text, roles text[], tenant_id bigint,
  second_factor_due boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_live record;
begin
  for v_live in
    select a.place::integer, a.ip, s.last_seen_at < a.touched_before as stale, s.id as session_id, u.id as user_id,
      u.name, u.email, u.roles, u.tenant_id,
      -- Looked up for those alone whose roles have a rule.
      exists (
        select from second_factor_rules r
        where r.tenant_id = coalesce(u.tenant_id, 0) and r.roles && u.roles
          and not exists (
            select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      ) as second_factor_due
    from unnest(p_tokens, p_ips, p_touched_before) with ordinality as a(token, ip, touched_before, place)
      join sessions s on s.token_hash = a.token
      join users u on u.id = s.user_id
    where s.revoked_at is null and not u.deactivated and s.expires_at > p_now and s.last_seen_at > p_idle_since
      and (u.tenant_id is null
        or exists (select from tenants t where t.id = u.tenant_id and t.status = 'ACTIVE'))
  loop
    if v_live.stale then
      update sessions s set last_seen_at = p_now, ip = v_live.ip
      where s.id = v_live.session_id and s.last_seen_at < p_now;
    end if;
    place := v_live.place;
    session_id := v_live.session_id;
    user_id := v_live.user_id;
    name := v_live.name;
    email := v_live.email;
    roles := v_live.roles;
    tenant_id := v_live.tenant_id;
    second_factor_due := v_live.second_factor_due;
    return next;
  end loop;
end
$$;

-- Claims keys for this transaction, those of several requests in one statement and in one order, so that two
-- transactions never wait for each other. When another transaction has claimed one and not committed yet, the insert
-- waits for that one at most for the lock time-out below and then fails with lock_not_available, which the API reports
-- as "in flight". A key that has a response already comes back with it; of a key that comes twice the first claims it.
create function claim_idempotency_keys(
  p_users bigint[], p_tenants bigint[], p_keys text[], p_hashes bytea[], p_now timestamptz)
returns table (place integer, claimed boolean, same_request boolean, status integer, response jsonb)
language plpgsql
set lock_timeout = '300ms'
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_claimed bigint[];
begin
  with claimed as (
    insert into idempotency_keys as k (user_id, tenant_id, key, request_hash, created_at)
    select a.user_id, a.tenant_id, a.key, a.hash, p_now
    from unnest(p_users, p_tenants, p_keys, p_hashes) with ordinality as a(user_id, tenant_id, key, hash, place)
    order by a.user_id, a.tenant_id, a.key, a.place
    on conflict (user_id, tenant_id, key) do nothing
    returning k.user_id, k.tenant_id, k.key
  )
  select array_agg(first.place) into v_claimed
  from (
    select min(a.place) as place
    from claimed c join unnest(p_users, p_tenants, p_keys) with ordinality as a(user_id, tenant_id, key, place)
      on a.user_id = c.user_id and a.tenant_id = c.tenant_id and a.key = c.key
    group by c.user_id, c.tenant_id, c.key) first;
  if cardinality(v_claimed) = cardinality(p_keys) then
    return query select p::integer, true, true, null::integer, null::jsonb from unnest(v_claimed) p;
  else
    return query
      select a.place::integer, a.place = any (coalesce(v_claimed, '{}')), k.request_hash = a.hash, k.status, k.response
      from unnest(p_users, p_tenants, p_keys, p_hashes) with ordinality as a(user_id, tenant_id, key, hash, place)
        join idempotency_keys k on k.user_id = a.user_id and k.tenant_id = a.tenant_id and k.key = a.key;
  end if;
end
$$;
drop function claim_idempotency_key;

-- Keeps responses beside the keys that this transaction has claimed.
create function keep_idempotent_responses(
  p_users bigint[], p_tenants bigint[], p_keys text[], p_statuses integer[], p_responses jsonb)
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  update idempotency_keys k set status = a.status, response = p_responses -> (a.place - 1)::integer
  from unnest(p_users, p_tenants, p_keys, p_statuses) with ordinality as a(user_id, tenant_id, key, status, place)
  where k.user_id = a.user_id and k.tenant_id = a.tenant_id and k.key = a.key;
end
$$;
