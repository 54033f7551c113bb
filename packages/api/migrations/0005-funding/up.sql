create table pay_accounts (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  ledger_id bigint not null,
  provider text not null,
  bank_name text not null,
  account_name text not null,
  virtual_account_number text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, company_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
call protect_tenant_table('pay_accounts', 'select, insert, update');
