-- What is recorded of the platform itself, outside of all organizations, is chained as what happens in one:
-- docs/decisions/0082-the-platforms-log-is-chained.md. Links are only added, under the scope that reads all.
create table platform_chain_links (
  position bigint primary key check (position > 0),
  audit_id bigint not null unique,
  audit_hash bytea not null check (length(audit_hash) = 32),
  recorded_at timestamptz not null,
  hash bytea not null check (length(hash) = 32)
);

-- The last link, in the one row that there is; what is settled and marked is as in chain_heads.
create table platform_chain_heads (
  id smallint primary key default 1 check (id = 1),
  position bigint not null,
  hash bytea not null check (length(hash) = 32),
  chained_at timestamptz not null,
  settled_audit_id bigint not null default 0,
  marked_audit_id bigint,
  marked_xid xid8,
  marked_at timestamptz
);

alter table platform_chain_links enable row level security;
alter table platform_chain_links force row level security;
alter table platform_chain_heads enable row level security;
alter table platform_chain_heads force row level security;
-- Everybody may have the head, which attestations of organizations carry; who is in the scope of one adds nothing.
create policy platform_chain_reads on platform_chain_links for select using (true);
create policy platform_chain_adds on platform_chain_links for insert
  with check ((select nullif(current_setting('app.reads_all', true), '')::boolean));
create policy platform_chain_reads on platform_chain_heads for select using (true);
create policy platform_chain_adds on platform_chain_heads for insert
  with check ((select nullif(current_setting('app.reads_all', true), '')::boolean));
create policy platform_chain_moves on platform_chain_heads for update
  using ((select nullif(current_setting('app.reads_all', true), '')::boolean));
grant select, insert on platform_chain_links to kontor_app;
grant select, insert, update on platform_chain_heads to kontor_app;
