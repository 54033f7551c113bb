-- What the last check of an organization's books came to: who opens the dashboard reads it there, since
-- checking reads the books from end to end.
create table book_proofs (
  tenant_id bigint primary key references tenants (id),
  checked_at timestamptz not null,
  milliseconds bigint not null check (milliseconds >= 0),
  -- How many faults there are, and the first of them as [{"kind", "subject", "message"}].
  fault_count integer not null check (fault_count >= 0),
  faults jsonb not null
);
call protect_tenant_table('book_proofs', 'select, insert, update');
