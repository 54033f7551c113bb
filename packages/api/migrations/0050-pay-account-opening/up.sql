-- A pay account is asked for in the transaction that creates its company, and opened at the provider by a
-- job after the commit, since no network call stands inside a transaction. Until then it has no bank and no
-- number. `next_try_at` is when a job may ask the provider (again); `tries` counts how often it was asked.
alter table pay_accounts
  alter column bank_name drop not null,
  alter column virtual_account_number drop not null,
  add column status text not null default 'OPEN' check (status in ('OPENING', 'OPEN')),
  add column tries integer not null default 0,
  add column next_try_at timestamptz,
  add column last_error text;
alter table pay_accounts
  alter column status drop default,
  add check ((status = 'OPEN') = (bank_name is not null and virtual_account_number is not null)),
  add check ((status = 'OPENING') = (next_try_at is not null));
create index pay_accounts_to_open on pay_accounts (tenant_id, next_try_at) where status = 'OPENING';
