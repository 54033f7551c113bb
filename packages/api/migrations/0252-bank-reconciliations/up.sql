-- That somebody compared a ledger with the statement of its bank: up to which day, and what the bank had then. Marks
-- are only added; the latest of the latest day holds.
create table bank_reconciliations (
  tenant_id bigint not null,
  id bigint generated always as identity,
  ledger_id bigint not null,
  reconciled_to date not null,
  -- What the bank's statement came to at the end of the day, in kobo; debit positive, as the ledger has it.
  balance bigint not null,
  note text not null default '',
  recorded_by bigint,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
create index bank_reconciliations_by_ledger on bank_reconciliations (tenant_id, ledger_id, reconciled_to, id);
call protect_tenant_table('bank_reconciliations', 'select, insert');
