-- A slip is corrected by a movement the other way, which names what it corrects: once, and never a correction.
alter table funding_transactions
  add column corrects_id bigint,
  add foreign key (tenant_id, corrects_id) references funding_transactions (tenant_id, id),
  add constraint funding_transactions_correct_others check (corrects_id <> id);
create unique index funding_transactions_by_corrected on funding_transactions (tenant_id, corrects_id)
  where corrects_id is not null;
