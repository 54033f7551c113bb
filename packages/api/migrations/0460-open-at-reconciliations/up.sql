-- What a comparison with a bank's statement left open on its last day, so that the next comparison offers it and the
-- reconciliation can be printed: entries that the bank had not shown by then, and lines of the bank that the books did
-- not have. Of a line only the day and the amount are kept, because narrations name people.
alter table bank_reconciliations
  -- Whether a statement was compared line by line. Without that, what was open is not known.
  add column compared boolean not null default false,
  -- What the ledger came to on that day when this was recorded, in kobo, debit positive; null for marks from before.
  add column ledger_balance bigint;

create table bank_reconciliation_items (
  tenant_id bigint not null,
  reconciliation_id bigint not null,
  place integer not null check (place > 0),
  -- The entry that the bank had not shown; null for a line of the bank that the books did not have.
  entry_id bigint,
  day date not null,
  -- In kobo, debit of the ledger positive.
  net bigint not null check (net <> 0),
  primary key (tenant_id, reconciliation_id, place),
  foreign key (tenant_id, reconciliation_id) references bank_reconciliations (tenant_id, id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id)
);
call protect_tenant_table('bank_reconciliation_items', 'select, insert');
