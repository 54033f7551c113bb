-- Posts for several tenants in one call, each in its own scope, and leaves no scope behind. Tenants come in the order
-- of their ids, so that two transactions never wait for each other.
--
-- A function of the caller's own rights: what it posts goes through post_entries, and what it reads is read in the
-- scope of each tenant. Its statements are planned once a connection, also behind a pooler.
--
-- p_batches has for each tenant `tenant_id`, `entries` as post_entries takes them, and `ledgers`, the text of an array
-- of the ledgers that they name. With p_lock_timeout the transaction waits no longer than that for a lock from here on.
-- Gives for each tenant `posted` ([entry, number, revision] for each entry) and `ledgers` as they stand after all of
-- them ([id, code, name, balance]). Where the module that the calls belong to is switched off, nothing is posted and
-- both are null.
create function post_for_tenants(
  p_recorded_at timestamptz, p_module text, p_lock_timeout text, p_batches jsonb
)
returns table (tenant_id bigint, organization_name text, posted jsonb, ledgers jsonb)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_batch jsonb;
  v_tenant_id bigint;
  v_module jsonb;
begin
  if p_lock_timeout is not null then
    perform set_config('lock_timeout', p_lock_timeout, true);
  end if;
  for place in 0 .. jsonb_array_length(p_batches) - 1 loop
    v_batch := p_batches -> place;
    v_tenant_id := (v_batch ->> 'tenant_id')::bigint;
    perform set_config('app.tenant_id', v_batch ->> 'tenant_id', true), set_config('app.reads_all', 'off', true);
    tenant_id := v_tenant_id;
    posted := null;
    ledgers := null;
    select t.name, coalesce(
        (select v.value from organization_values v
          where v.tenant_id = t.id and v.kind = 'module' and v.key = p_module),
        (select d.value from platform_defaults d where d.kind = 'module' and d.key = p_module))
    into organization_name, v_module
    from tenants t where t.id = v_tenant_id;
    if v_module ->> 'enabled' is distinct from 'false' then
      select jsonb_agg(jsonb_build_array(p.entry_id, p.number::text, p.revision) order by p.place) into posted
      from post_entries(v_tenant_id, null, '', p_recorded_at, v_batch -> 'entries') p;
      -- Money as text, since the numbers of JSON lose what is beyond 2^53.
      select jsonb_agg(jsonb_build_array(l.id, l.code, l.name, l.balance::text)) into ledgers
      from ledgers l where l.tenant_id = v_tenant_id and l.id = any ((v_batch ->> 'ledgers')::bigint[]);
    end if;
    return next;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
