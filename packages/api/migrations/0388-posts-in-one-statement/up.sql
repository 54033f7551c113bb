-- Posts of single entries are one statement now, which is its own transaction: it looks for the idempotency keys, posts,
-- and stores each key with the result. So nobody waits for the API while the locks of ledgers are held, and a key is
-- written once instead of being claimed first and updated later.

-- What the database returned for a request, if its response is composed from that and from the request; otherwise null.
alter table idempotency_keys add column result jsonb;
-- Keys of posts are inserted with their result. All other keys are claimed by a short row that is updated in the same
-- transaction, for which the rest of a page is enough.
alter table idempotency_keys set (fillfactor = 80);
drop function claim_free_keys(bigint[], bigint[], text[], bytea[], timestamptz);

-- As before, but a tenant whose module is switched off is refused, and p_title names the module in that refusal.
drop function post_for_tenants(timestamptz, text, text, jsonb);
create function post_for_tenants(
  p_recorded_at timestamptz, p_module text, p_title text, p_lock_timeout text, p_batches jsonb
)
returns table (tenant_id bigint, organization_name text, posted jsonb, ledgers jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_batch jsonb;
  v_tenant_id bigint;
  v_is_posted boolean;
  v_today constant date := (p_recorded_at at time zone 'Africa/Lagos')::date;
begin
  if p_lock_timeout is not null then
    perform set_config('lock_timeout', p_lock_timeout, true);
  end if;
  if jsonb_array_length(p_batches) > 1 then
    perform set_config('app.tenant_id', '', true), set_config('app.reads_all', 'off', true), set_config(
      'app.tenant_ids', array(select (b ->> 'tenant_id')::bigint from jsonb_array_elements(p_batches) b)::text, true);
    return query select p.* from post_plain(p_recorded_at, p_module, p_batches) p;
    v_is_posted := found;
    perform set_config('app.tenant_ids', '', true);
    if v_is_posted then
      return;
    end if;
  end if;
  for place in 0 .. jsonb_array_length(p_batches) - 1 loop
    v_batch := p_batches -> place;
    v_tenant_id := (v_batch ->> 'tenant_id')::bigint;
    perform set_config('app.tenant_id', v_batch ->> 'tenant_id', true), set_config('app.reads_all', 'off', true);
    perform require_module(v_tenant_id, p_module, p_title, true);
    tenant_id := v_tenant_id;
    select t.name into organization_name from tenants t where t.id = v_tenant_id;
    select jsonb_agg(jsonb_build_array(p.entry_id, p.number::text, p.revision) order by p.place) into posted
    from post_entries(v_tenant_id, null, '', p_recorded_at, v_batch -> 'entries') p;
    -- Money as text, since the numbers of JSON lose what is beyond 2^53.
    select jsonb_agg(jsonb_build_array(l.id, l.code, l.name, (l.balance - coalesce((
      select sum(d.debit - d.credit) from ledger_days d
      where d.tenant_id = v_tenant_id and d.ledger_id = l.id and d.day > v_today), 0))::text)) into ledgers
    from ledgers l where l.tenant_id = v_tenant_id and l.id = any ((v_batch ->> 'ledgers')::bigint[]);
    return next;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- Posts the entries of several requests as post_for_tenants does, and stores the idempotency keys of those requests with
-- their results. Each key is given by its user, its organization, the place of its entry among those of that
-- organization (from 1), the key itself and the hash of its request. All keys must be free: if one is not, nothing is
-- posted (KB002). A key that another transaction stores meanwhile makes the insert wait for that one, and then fail.
--
-- A result is all of the response that the request may not have: the time, the organization's name, the entry's id,
-- number, revision and day, and for each item its ledger's id, code, name and balance as of today in kobo, as text.
create function post_requests(
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
    select p.* from post_for_tenants(p_recorded_at, p_module, p_title, p_lock_timeout, p_batches) p
  ), ledger as (
    select p.tenant_id, (l.value ->> 0)::bigint as ledger_id, l.value
    from posted p, jsonb_array_elements(p.ledgers) l
  ), item as (
    select (b.value ->> 'tenant_id')::bigint as tenant_id, e.place, e.value ->> 'entry_date' as day, i.line,
      (i.value ->> 'ledger_id')::bigint as ledger_id
    from jsonb_array_elements(p_batches) b,
      jsonb_array_elements(b.value -> 'entries') with ordinality e(value, place),
      jsonb_array_elements(e.value -> 'items') with ordinality i(value, line)
  ), entry as materialized (
    select p.tenant_id, i.place, jsonb_build_object(
      'recorded_at', p_recorded_at, 'organization_name', p.organization_name,
      'entry', p.posted -> (i.place - 1)::integer, 'day', i.day, 'ledgers', i.ledgers) as result
    from posted p
      join (
        select i.tenant_id, i.place, min(i.day) as day, jsonb_agg(l.value order by i.line) as ledgers
        from item i join ledger l on l.tenant_id = i.tenant_id and l.ledger_id = i.ledger_id
        group by 1, 2) i on i.tenant_id = p.tenant_id
  ), kept as (
    insert into idempotency_keys (user_id, tenant_id, key, request_hash, created_at, result)
    select a.user_id, a.tenant_id, a.key, a.hash, p_recorded_at, e.result
    from unnest(p_users, p_tenants, p_places, p_keys, p_hashes) a(user_id, tenant_id, place, key, hash)
      join entry e on e.tenant_id = a.tenant_id and e.place = a.place
    -- In one order, so that two transactions never wait for each other.
    order by a.user_id, a.tenant_id, a.key
  )
  select e.tenant_id, e.place::integer, e.result from entry e;
end
$$;
