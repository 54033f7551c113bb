-- What was paid to the authorities of what payrolls withheld and owe. A row says to whom and of which month, or
-- of which year where a scheme is settled by the year; one that was taken back counts no more.
create table remittances (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  scheme text not null check (scheme in ('PAYE', 'PENSION', 'NHF', 'NSITF', 'ITF')),
  -- The id of the state for PAYE, the key of the administrator for the pension; otherwise there is one fund.
  authority text not null default '' check ((authority = '') = (scheme not in ('PAYE', 'PENSION'))),
  -- The first day of the month, or of the year.
  period date not null check (
    extract(day from period) = 1 and (scheme <> 'ITF' or extract(month from period) = 1)),
  -- In kobo.
  amount bigint not null check (amount > 0),
  paid_on date not null,
  -- The ledger of cash or bank that the money left.
  ledger_id bigint not null,
  reference text not null default '',
  entry_id bigint not null,
  recorded_at timestamptz not null,
  recorded_by bigint,
  reversal_entry_id bigint,
  reversed_at timestamptz,
  reversed_by bigint,
  reversal_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, entry_id),
  unique (tenant_id, reversal_entry_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, reversal_entry_id) references entries (tenant_id, id),
  check ((reversal_entry_id is null) = (reversed_at is null))
);
create index remittances_by_period on remittances (tenant_id, scheme, period, authority, id);
call protect_tenant_table('remittances', 'select, insert, update');
