-- As before, but a statement as of an earlier moment needs the opening balances of that time, which only the
-- audit log has. Such changes are rare, name nobody but who made them, and stay.
create or replace function forget_audit(p_before timestamptz, p_most integer) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  gone integer;
begin
  perform set_config('app.reads_all', 'on', true);
  delete from audit_log where id = any (array(
    select id from audit_log
    where recorded_at < least(p_before, now() - interval '365 days')
      and not (action = 'ledger.changed' and detail ? 'op_balance')
    order by recorded_at limit p_most));
  get diagnostics gone = row_count;
  return gone;
end
$$;
