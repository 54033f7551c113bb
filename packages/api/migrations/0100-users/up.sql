-- Rights hang on roles, of the platform for users without a tenant and of the organization for the others.
-- They stand in the user's own row: it is read with the session, and locking it locks its rights.
alter table users add column roles text[];
update users set roles = case user_type
  when 'platform' then array['ADMINISTRATOR']
  when 'staff' then array['ACCOUNTANT', 'REVIEWER']
  -- Who could keep the books of an organization, and nothing else, still can.
  else array['BOOKKEEPER'] end;
-- What kind of user somebody is follows from roles and tenant.
alter table users drop column user_type;
alter table users rename column disabled to deactivated;
alter table users
  alter column roles set not null,
  -- Who is invited has none yet.
  alter column password_hash drop not null,
  add column last_signed_in_at timestamptz,
  add column version integer not null default 1,
  add constraint users_roles_check check (
    cardinality(roles) > 0
    and case when tenant_id is null
      then roles <@ array['ADMINISTRATOR', 'ACCOUNTANT', 'REVIEWER', 'VIEWER']
      else roles <@ array['OWNER', 'HR', 'PAYROLL_PREPARER', 'DISBURSER', 'BOOKKEEPER', 'VIEWER'] end);
update users u set last_signed_in_at = (select max(s.created_at) from sessions s where s.user_id = u.id);
create index users_by_tenant on users (tenant_id, id);

-- An identity by which its user may end a session; the token is nobody's business. Address and program of
-- sessions that are older than this are not known.
alter table sessions
  add column id bigint generated always as identity unique,
  add column ip text,
  add column user_agent text;

-- One invitation a user, of which the newest link works. It stays when it was used, to say so.
create table invitations (
  user_id bigint primary key references users (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by bigint references users (id),
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
grant select, insert, update on invitations to kontor_app;

alter table audit_log add column ip text;
-- Entries have a history of their own, and are too many to be put into one more index with each posting.
create index audit_log_by_subject on audit_log (subject, id) where subject not like 'entry:%';
create index audit_log_by_time on audit_log using brin (recorded_at);
