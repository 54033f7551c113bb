-- Which import withdrew a change of an account that waited, so that undoing the import lets it wait again.
alter table bank_account_changes add column withdrawn_by_import_id bigint;
create index bank_account_changes_withdrawn_by_import on bank_account_changes (tenant_id, withdrawn_by_import_id)
  where withdrawn_by_import_id is not null;
