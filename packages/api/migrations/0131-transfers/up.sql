-- Money on its way to a person, from the intent to what became of it. A row is one attempt: after a
-- conclusive failure the same subject gets another row with the next attempt and a reference of its own.
create table transfers (
  tenant_id bigint not null,
  id bigint generated always as identity,
  company_id bigint not null,
  -- What is paid: the feature that owes it, and its row there.
  purpose text not null check (purpose in ('salary_advance', 'payslip')),
  subject_id bigint not null,
  attempt integer not null check (attempt > 0),
  -- What the provider knows the transfer by. It pays a reference once, however often it is sent.
  reference text not null check (reference ~ '^[a-z0-9_-]{16,50}$'),
  provider text not null,
  amount bigint not null check (amount > 0),
  bank_code text not null,
  account_number_sealed text not null check (account_number_sealed like 'v1.%'),
  account_name text not null,
  narration text not null,
  -- Purpose of the ledger of what is owed, which is debited when the money has arrived.
  owed text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED')),
  -- Why it failed or was reversed, in the provider's words.
  failure_reason text,
  -- What somebody should look at, since the product cannot make sense of what the provider says.
  alert text,
  intent_entry_id bigint not null,
  -- COMPLETED: Dr what was owed, Cr transit. FAILED: Dr funding, Cr transit.
  outcome_entry_id bigint,
  -- REVERSED: Dr funding, Cr what was owed; Cr transit when it was never known to be completed.
  reversal_entry_id bigint,
  created_at timestamptz not null,
  created_by bigint,
  -- When it was last given to the provider, or was about to be: from then on it may have been accepted.
  sent_at timestamptz,
  sends integer not null default 0,
  outcome_at timestamptz,
  reversed_at timestamptz,
  -- When to send it or ask for it, also whether a completed one was reversed; null when nothing is left to do.
  next_try_at timestamptz,
  -- How often it was taken to be sent or asked for; tells a process whether it still has the lease.
  tries integer not null default 0,
  -- Asks since its status last changed, by which the pauses grow.
  asks integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, purpose, subject_id, attempt),
  unique (tenant_id, reference),
  unique (tenant_id, intent_entry_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id),
  foreign key (tenant_id, intent_entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, outcome_entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, reversal_entry_id) references entries (tenant_id, id),
  check ((outcome_entry_id is null) = (outcome_at is null)),
  check ((reversal_entry_id is null) = (reversed_at is null)),
  check ((status in ('PENDING', 'PROCESSING')) = (outcome_entry_id is null and reversal_entry_id is null)),
  check ((status = 'REVERSED') = (reversal_entry_id is not null))
);
create index transfers_due on transfers (tenant_id, next_try_at, id) where next_try_at is not null;
-- An attempt may be made only when the one before it has ended without paying.
create unique index transfers_once on transfers (tenant_id, purpose, subject_id)
  where status in ('PENDING', 'PROCESSING', 'COMPLETED');
call protect_tenant_table('transfers', 'select, insert, update');

-- A transfer shows among the transactions of the wallet as a withdrawal whose status follows.
alter table funding_transactions
  add column transfer_id bigint,
  add foreign key (tenant_id, transfer_id) references transfers (tenant_id, id);
create unique index funding_transactions_by_transfer on funding_transactions (tenant_id, transfer_id)
  where transfer_id is not null;
grant update (status) on funding_transactions to kontor_app;

-- What the sandbox provider remembers, as a bank would; no money is behind it. It stands outside of the
-- tenants as any provider does.
create table sandbox_transfers (
  reference text primary key,
  amount bigint not null check (amount > 0),
  -- How the sandbox behaves, which the destination's account number chose; the number itself is not kept.
  behaviour text not null,
  -- Null while the request was lost on its way: the sandbox then knows of no transfer.
  accepted_at timestamptz,
  -- Requests that arrived under the reference, also those that were lost or answered as a duplicate.
  requests integer not null default 1
);
grant select, insert, update on sandbox_transfers to kontor_app;
