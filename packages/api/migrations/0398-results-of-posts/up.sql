-- As before, but the ledgers of a tenant are taken apart once, and each item finds its own by the id. They were taken
-- apart for every entry, which for a group of n entries is of the order of n².
create or replace function post_requests(
  p_recorded_at timestamptz, p_module text, p_title text, p_lock_timeout text, p_batches jsonb,
  p_users bigint[], p_tenants bigint[], p_places integer[], p_keys text[], p_hashes bytea[]
)
returns table (tenant_id bigint, place integer, result jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
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
