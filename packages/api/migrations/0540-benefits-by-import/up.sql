-- The import that added a benefit, so that it can be taken back.
alter table benefits_in_kind add column import_id bigint;
create index benefits_in_kind_by_import on benefits_in_kind (tenant_id, import_id) where import_id is not null;
