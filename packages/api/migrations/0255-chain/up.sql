-- What was recorded, chained: a link says by hashes what a row of the audit log and the revision of an entry were
-- when they were chained, and its own hash covers that of the link before it. So who changes postings or the log
-- later, with whatever rights, changes what links say they were. Links are only added, and stay when the
-- audit log lets go of a row after its period. docs/decisions/0071-recorded-rows-are-chained.md gives the
-- bytes that are hashed.
create table chain_links (
  tenant_id bigint not null references tenants (id),
  position bigint not null check (position > 0),
  audit_id bigint,
  audit_hash bytea check (length(audit_hash) = 32),
  entry_id bigint,
  revision integer,
  entry_hash bytea check (length(entry_hash) = 32),
  recorded_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, position),
  check ((audit_id is null) = (audit_hash is null)),
  check ((entry_id is null) = (entry_hash is null) and (entry_id is null) = (revision is null)),
  check (audit_id is not null or entry_id is not null)
);
create unique index chain_links_by_audit on chain_links (tenant_id, audit_id) where audit_id is not null;
create unique index chain_links_by_entry on chain_links (tenant_id, entry_id, revision) where entry_id is not null;
call protect_tenant_table('chain_links', 'select, insert');

-- The last link of each tenant, and how far everything is chained. Identities are allotted before a commit, so
-- that a row may appear below others that are chained: settled_audit_id is what every row up to it is chained
-- for certain; it moves to marked_audit_id once all transactions that ran when that was marked have ended. It is
-- null while entries from before there was a chain are added by themselves, up to first_entry_id so far.
create table chain_heads (
  tenant_id bigint primary key references tenants (id),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  chained_at timestamptz not null,
  first_entry_id bigint not null default 0,
  settled_audit_id bigint,
  marked_audit_id bigint,
  marked_xid xid8,
  marked_at timestamptz
);
call protect_tenant_table('chain_heads', 'select, insert, update');
