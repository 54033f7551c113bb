-- What a search looks through, as one text, so that one index answers it. The parts are lines, since
-- a search has none and thus never matches across two parts.
alter table tenants add column search_text text not null
  generated always as (lower(name || E'\n' || code || E'\n' || email)) stored;

create index tenants_by_status on tenants (status, lower(name), id);

-- Trigrams find a text anywhere in another by an index. The extension is trusted, so the owner of the
-- database may create it; a server that does not have it, or an owner who may not use it, does
-- without: the same statements then read the directory from end to end.
do $$
declare
  v_schema text;
begin
  create extension if not exists pg_trgm;
  select n.nspname into v_schema
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index tenants_by_search on tenants using gin (search_text %I.gin_trgm_ops)', v_schema);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'pg_trgm cannot be used: organizations are searched without an index';
end
$$;
