-- As before, but each session comes with its last use, and with its state: what of its user decides what the session may
-- do, as one text. So the API can remember a session that it has found, and have the statement that posts check that the
-- session is still what it was.
drop function open_sessions(bytea[], text[], timestamptz[], timestamptz, timestamptz);
create function open_sessions(
  p_tokens bytea[], p_ips text[], p_touched_before timestamptz[], p_now timestamptz, p_idle_since timestamptz)
returns table (
  place integer, session_id bigint, user_id bigint, name text, email text, roles text[], tenant_id bigint,
  second_factor_due boolean, last_seen_at timestamptz, state text)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_live record;
begin
  for v_live in
    select a.place::integer, a.ip, s.last_seen_at < a.touched_before as stale, s.id as session_id, s.last_seen_at,
      u.id as user_id, u.name, u.email, u.roles, u.tenant_id,
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
    last_seen_at := v_live.last_seen_at;
    if v_live.stale then
      update sessions s set last_seen_at = p_now, ip = v_live.ip
      where s.id = v_live.session_id and s.last_seen_at < p_now;
      last_seen_at := p_now;
    end if;
    place := v_live.place;
    session_id := v_live.session_id;
    user_id := v_live.user_id;
    name := v_live.name;
    email := v_live.email;
    roles := v_live.roles;
    tenant_id := v_live.tenant_id;
    second_factor_due := v_live.second_factor_due;
    state := row(
      v_live.session_id, v_live.user_id, v_live.name, v_live.email, v_live.roles, v_live.tenant_id,
      v_live.second_factor_due)::text;
    return next;
  end loop;
end
$$;

-- Fails unless each session is open and in the state in which it was found (KB004).
create function require_sessions(
  p_tokens bytea[], p_states text[], p_now timestamptz, p_idle_since timestamptz) returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_unchanged bigint;
begin
  select count(*) into v_unchanged
  from open_sessions(p_tokens, '{}', '{}', p_now, p_idle_since) s where s.state = p_states[s.place];
  if v_unchanged <> cardinality(p_tokens) then
    raise exception 'a session has ended or changed' using errcode = 'KB004';
  end if;
end
$$;

-- As before, but first requires the sessions of the requests, each by the hash of its token and the state in which it
-- was found.
drop function post_requests(
  timestamptz, text, text, text, jsonb, bigint[], bigint[], integer[], text[], bytea[]);
create function post_requests(
  p_recorded_at timestamptz, p_module text, p_title text, p_lock_timeout text, p_batches jsonb,
  p_users bigint[], p_tenants bigint[], p_places integer[], p_keys text[], p_hashes bytea[],
  p_tokens bytea[], p_states text[], p_idle_since timestamptz
)
returns table (tenant_id bigint, place integer, result jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  perform require_sessions(p_tokens, p_states, p_recorded_at, p_idle_since);
  perform 1
  from unnest(p_users, p_tenants, p_keys) a(user_id, tenant_id, key),
    -- The limit keeps this a look-up of each key by itself, whatever the plan takes the table to have.
    lateral (
      select from idempotency_keys k
      where k.user_id = a.user_id and k.tenant_id = a.tenant_id and k.key = a.key limit 1) taken;
  if found then
    raise exception 'a key is not free' using errcode = 'KB002';
  end if;
  return query
  with posted as materialized (
    select p.tenant_id, p.organization_name, p.posted, (
      select jsonb_object_agg(l.value ->> 0, l.value) from jsonb_array_elements(p.ledgers) l) as ledgers
    from post_for_tenants(p_recorded_at, p_module, p_title, p_lock_timeout, p_batches) p
  ), entry as materialized (
    select p.tenant_id, e.place::integer as place, jsonb_build_object(
      'recorded_at', p_recorded_at, 'organization_name', p.organization_name,
      'entry', p.posted -> (e.place - 1)::integer, 'day', e.value ->> 'entry_date',
      'ledgers', (
        select jsonb_agg(p.ledgers -> (i.value ->> 'ledger_id') order by i.line)
        from jsonb_array_elements(e.value -> 'items') with ordinality i(value, line))) as result
    from posted p
      join jsonb_array_elements(p_batches) b on (b.value ->> 'tenant_id')::bigint = p.tenant_id,
      jsonb_array_elements(b.value -> 'entries') with ordinality e(value, place)
  ), kept as (
    insert into idempotency_keys (user_id, tenant_id, key, request_hash, created_at, result)
    select a.user_id, a.tenant_id, a.key, a.hash, p_recorded_at, e.result
    from unnest(p_users, p_tenants, p_places, p_keys, p_hashes) a(user_id, tenant_id, place, key, hash)
      join entry e on e.tenant_id = a.tenant_id and e.place = a.place
    -- In one order, so that two transactions never wait for each other.
    order by a.user_id, a.tenant_id, a.key
  )
  select e.tenant_id, e.place, e.result from entry e;
end
$$;
