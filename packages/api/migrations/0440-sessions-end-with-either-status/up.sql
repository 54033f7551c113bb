-- A sign-in whose password was compared before a suspension may open its session just after it. That session opens
-- nothing while the organization is suspended, and must not come to life when it is active again: the sessions end with
-- either change of the status.
drop trigger tenants_suspended on tenants;
create trigger tenants_suspended after update of status on tenants
  for each row when (old.status <> new.status)
  execute function end_sessions_of_suspended();
