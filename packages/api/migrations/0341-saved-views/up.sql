-- What somebody wants to see of a list again: search, order and filters under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- That of the user, by which the scope is asked; 0 is the platform.
  tenant_id bigint not null check (tenant_id >= 0),
  -- The path of the call that lists.
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  -- The fields of the list's address.
  search jsonb not null check (jsonb_typeof(search) = 'object'),
  is_default boolean not null,
  created_at timestamptz not null
);
create unique index saved_views_by_name on saved_views (user_id, list, lower(name));
create unique index saved_views_default on saved_views (user_id, list) where is_default;
alter table saved_views enable row level security;
create policy own_views on saved_views for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));
grant select, insert, update, delete on saved_views to kontor_app;
