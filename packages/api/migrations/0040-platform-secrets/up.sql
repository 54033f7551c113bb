-- Passwords and keys of services that the platform uses, sealed by the API before they get here; the
-- key is not in the database. A row is of no use under another name, since its name is sealed with it.
create table platform_secrets (
  name text primary key check (name <> ''),
  sealed text not null check (sealed like 'v1.%'),
  -- What is shown of it: its last four characters, or nothing of a short one.
  last_four text not null check (length(last_four) in (0, 4)),
  updated_at timestamptz not null,
  updated_by bigint
);
grant select, insert, update, delete on platform_secrets to kontor_app;
