-- Moving the lock of a period says until when the books were locked before: read once nobody else can move it, so that
-- who decided by an earlier lock can be told.
drop function set_period_lock(bigint, date, text, bigint, timestamptz);

create function set_period_lock(
  p_tenant_id bigint, p_until date, p_reason text, p_actor_id bigint, p_set_at timestamptz)
returns date
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  v_before date;
begin
  perform require_scope(p_tenant_id);
  perform 1 from groups g where g.tenant_id = p_tenant_id order by g.id for no key update;
  perform 1 from ledgers l where l.tenant_id = p_tenant_id order by l.id for no key update;
  select locked_until into v_before from period_locks where tenant_id = p_tenant_id for update;
  insert into period_locks (tenant_id, locked_until, reason, set_by, set_at)
  values (p_tenant_id, p_until, p_reason, p_actor_id, p_set_at)
  on conflict (tenant_id) do update
    set locked_until = excluded.locked_until, reason = excluded.reason, set_by = excluded.set_by,
      set_at = excluded.set_at;
  return v_before;
end
$$;
revoke all on function set_period_lock from public;
grant execute on function set_period_lock to kontor_app;
