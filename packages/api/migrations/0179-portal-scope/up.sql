-- Inside a tenant's scope only that tenant's invited addresses and sessions of employees are seen and written. A
-- sign-in and the look-up of a token come before any scope.
alter table portal_addresses enable row level security;
create policy own_addresses on portal_addresses for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));

alter table portal_sessions enable row level security;
create policy own_sessions on portal_sessions for all
  using ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()))
  with check ((select scoped_tenant()) is null or tenant_id = (select scoped_tenant()));
