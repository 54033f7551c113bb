-- What moved an organization's funds. The money itself is in the books: each row names its entry, and the
-- balance is the ledger's. The status is what the provider says of the movement.
create table funding_transactions (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  action text not null check (action in ('DEPOSIT', 'WITHDRAWAL')),
  amount bigint not null check (amount > 0),
  description text not null default '',
  status text not null check (status in ('COMPLETED', 'PENDING', 'PROCESSING', 'FAILED', 'REVERSED')),
  entry_id bigint not null,
  created_at timestamptz not null,
  created_by bigint,
  primary key (tenant_id, id),
  unique (tenant_id, entry_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id)
);
create index funding_transactions_by_time on funding_transactions (tenant_id, company_id, created_at desc, id desc);
call protect_tenant_table('funding_transactions', 'select, insert');
