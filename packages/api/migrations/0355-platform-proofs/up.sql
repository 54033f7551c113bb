-- What the platform's own log came to when it was last walked from its first link, in the one row that there is: who
-- asks later walks what was added since.
create table platform_proofs (
  id smallint primary key default 1 check (id = 1),
  checked_at timestamptz not null,
  -- The last link that was walked.
  position bigint not null check (position >= 0),
  hash bytea not null check (length(hash) = 32),
  -- Rows of the log up to this one have links.
  settled_audit_id bigint not null,
  fault_count integer not null check (fault_count >= 0)
);

alter table platform_proofs enable row level security;
alter table platform_proofs force row level security;
create policy platform_proof_is_kept on platform_proofs
  using ((select nullif(current_setting('app.reads_all', true), '')::boolean))
  with check ((select nullif(current_setting('app.reads_all', true), '')::boolean));
grant select, insert, update on platform_proofs to kontor_app;
