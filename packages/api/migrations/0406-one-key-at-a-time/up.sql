-- Keys are claimed one at a time: those of posts that share a transaction are stored together with their results.
drop function claim_idempotency_keys(bigint[], bigint[], text[], bytea[], timestamptz);
drop function keep_idempotent_responses(bigint[], bigint[], text[], integer[], jsonb);

-- Claims a key for this transaction. When another transaction has claimed it and not committed yet, the insert waits for
-- that one at most for the lock time-out below and then fails with lock_not_available, which the API reports as "in
-- flight". A key that has a response already comes back with it.
create function claim_idempotency_key(
  p_user_id bigint, p_tenant_id bigint, p_key text, p_hash bytea, p_now timestamptz)
returns table (claimed boolean, same_request boolean, status integer, response jsonb)
language plpgsql
set lock_timeout = '300ms'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  insert into idempotency_keys (user_id, tenant_id, key, request_hash, created_at)
  values (p_user_id, p_tenant_id, p_key, p_hash, p_now)
  on conflict (user_id, tenant_id, key) do nothing;
  if found then
    return query select true, true, null::integer, null::jsonb;
  else
    return query
      select false, k.request_hash = p_hash, k.status, k.response from idempotency_keys k
      where k.user_id = p_user_id and k.tenant_id = p_tenant_id and k.key = p_key;
  end if;
end
$$;

-- Keeps the response beside a key that this transaction has claimed.
create function keep_idempotent_response(
  p_user_id bigint, p_tenant_id bigint, p_key text, p_status integer, p_response jsonb)
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  update idempotency_keys k set status = p_status, response = p_response
  where k.user_id = p_user_id and k.tenant_id = p_tenant_id and k.key = p_key;
end
$$;
