-- What is kept no longer than it serves. Mails are deleted after their period; what is sealed in the pieces of an
-- import is sealed anew when the key changes, and deleted when the import is over.
grant delete on mails to kontor_app;
grant update (sealed) on employee_import_pieces to kontor_app;
create index mails_by_created_at on mails (created_at) where status <> 'WAITING';

-- The audit log has a period of its own. Rows leave it by one door, which the role of requests cannot pass by,
-- and none that is younger than a year, whatever somebody configures.
create policy audit_forgets on audit_log for delete
  using (recorded_at < now() - interval '365 days');
create function forget_audit(p_before timestamptz, p_most integer) returns integer
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
    where recorded_at < least(p_before, now() - interval '365 days') order by recorded_at limit p_most));
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke execute on function forget_audit(timestamptz, integer) from public;
grant execute on function forget_audit(timestamptz, integer) to kontor_app;
