-- Ids are taken before an entry is committed, and by several writers at once, so that a lower id may be committed after
-- a higher one. What a walk through the pages of the list of entries has seen is told by transactions instead: each
-- entry keeps the one that posted it, and a snapshot says which had been committed.
--
-- Entries from before this migration were committed before any snapshot that anybody will take: 3 is the first
-- transaction that a server gives.
alter table entries add column posted_in xid8 not null default '3';
alter table entries alter column posted_in set default pg_current_xact_id();

-- What was posted after a snapshot is found without reading the rest.
create index entries_by_transaction on entries (tenant_id, posted_in);

-- Another server counts its transactions anew, so that after a restore all that was brought along is as old as can be.
-- The column is made again because that leaves the rows as they lie, however many there are.
create function forget_posting_transactions() returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  alter table entries drop column posted_in;
  alter table entries add column posted_in xid8 not null default '3';
  alter table entries alter column posted_in set default pg_current_xact_id();
  create index entries_by_transaction on entries (tenant_id, posted_in);
end
$$;
revoke all on function forget_posting_transactions from public;
