-- What a call gives back is called a response everywhere else.
alter table idempotency_keys rename column answer to response;

-- A function cannot rename what it returns, so it is made again.
drop function claim_idempotency_key(bigint, text, bytea, timestamptz);

-- Claims a key for this transaction. When another transaction has claimed it and not committed yet, the
-- insert waits for that one at most for the lock time-out below and then fails with lock_not_available,
-- which the API reports as "in flight". A key that has a response already comes back with it.
create function claim_idempotency_key(p_user_id bigint, p_key text, p_request_hash bytea, p_now timestamptz)
returns table (claimed boolean, same_request boolean, status integer, response jsonb)
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
      select false, k.request_hash = p_request_hash, k.status, k.response
      from idempotency_keys k where k.user_id = p_user_id and k.key = p_key;
  end if;
end
$$;
