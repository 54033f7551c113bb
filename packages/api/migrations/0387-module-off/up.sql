-- Refuses work in a module that an organization has switched off, so that the check can be sent together with the
-- statement that it guards. KB003 is a complete refusal: the message is its code, the detail has the values of its
-- sentence. p_enabled applies where neither the organization nor the platform has saved a value.
create function require_module(p_tenant_id bigint, p_module text, p_title text, p_enabled boolean)
returns void
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $$
begin
  if coalesce(
    (select v.value ->> 'enabled' from organization_values v
      where v.tenant_id = p_tenant_id and v.kind = 'module' and v.key = p_module)::boolean,
    (select d.value ->> 'enabled' from platform_defaults d where d.kind = 'module' and d.key = p_module)::boolean,
    p_enabled)
  then
    return;
  end if;
  raise exception 'module_off' using errcode = 'KB003', detail = json_build_object(
    'module', p_title, 'organization', (select t.name from tenants t where t.id = p_tenant_id));
end
$$;
