-- Claims keys all of which are expected to be free, so that nobody waits for the answer before the effects are sent.
-- Where one is not, the transaction fails: claim_idempotency_keys says in another one what became of each.
create function claim_free_keys(
  p_users bigint[], p_tenants bigint[], p_keys text[], p_hashes bytea[], p_now timestamptz)
returns void
language plpgsql
as $$
begin
  if exists (
    select from claim_idempotency_keys(p_users, p_tenants, p_keys, p_hashes, p_now) k where not k.claimed)
  then
    raise exception 'a key is not free' using errcode = 'KB002';
  end if;
end
$$;
