-- An approval that was taken back before the money went out: the advance ends as REJECTED, and who had approved
-- it stays on record.
alter table salary_advances
  add column revoked_at timestamptz,
  add column revoked_by bigint,
  add column revocation_reason text not null default '',
  add check ((revoked_at is null) = (revoked_by is null)),
  add check (revoked_at is null or status = 'REJECTED');
