-- Whether mails, transfers and account openings may leave. A restored copy of a database must not repeat
-- what the original does: it is held until somebody releases it.
create table outgoing (
  is_only boolean primary key default true check (is_only),
  -- The database that may send: the identifier of its server and its own. Null until the first start. A
  -- backup has it too, so a database restored from it, by whatever tool, differs from its own home.
  home text,
  held_at timestamptz,
  held_because text check (held_because in ('RESTORED', 'STOPPED')),
  check ((held_at is null) = (held_because is null))
);
insert into outgoing default values;
grant select, update on outgoing to kontor_app;

-- This database, as no other is called: a replica that was promoted keeps it, a restored copy does not.
create function database_home() returns text language sql stable as $$
  select s.system_identifier || '/' || d.oid from pg_control_system() s, pg_database d
  where d.datname = current_database();
$$;

create function outgoing_held() returns boolean language sql stable as $$
  select o.held_at is not null or coalesce(o.home <> database_home(), false) from outgoing o;
$$;
grant execute on function database_home(), outgoing_held() to kontor_app;
