-- When an organization was suspended and why, for the staff who open it: the log that records the same is read by
-- administrators alone. Null and empty while it is active, and of suspensions by hand.
alter table tenants
  add column suspended_at timestamptz,
  add column suspension_reason text not null default '' check (length(suspension_reason) <= 300);
