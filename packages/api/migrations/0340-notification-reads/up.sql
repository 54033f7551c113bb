-- What somebody has read of the notifications. These are no rows of their own: each says what stands in other
-- tables, and is unread again once that has changed since.
create table notification_reads (
  user_id bigint not null references users (id),
  kind text not null check (kind <> ''),
  -- The organization that it was about; 0 is none.
  about_tenant_id bigint not null check (about_tenant_id >= 0),
  -- That of the user, by which the scope is asked; 0 is the platform.
  tenant_id bigint not null check (tenant_id >= 0),
  -- What it said then.
  mark text not null,
  read_at timestamptz not null,
  primary key (user_id, kind, about_tenant_id)
);
alter table notification_reads enable row level security;
create policy own_reads on notification_reads for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));
grant select, insert, update on notification_reads to kontor_app;

-- Imports that wait for who uploaded them.
create index employee_imports_to_look_at on employee_imports (tenant_id, created_by, id)
  where status in ('READY', 'FAILED');
