-- A key for the codes of an authenticator app, sealed by the API. It counts once a code was confirmed.
create table second_factors (
  user_id bigint primary key references users (id),
  sealed_secret text not null check (sealed_secret like 'v1.%'),
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);
grant select, insert, update, delete on second_factors to kontor_app;

-- Codes for who has lost the app. They are random, so a fast hash keeps them well; a used one is deleted.
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);
grant select, insert, delete on recovery_codes to kontor_app;

-- Sign-ins whose password was right and whose second factor is still to come.
create table sign_in_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users (id),
  -- A password that changed meanwhile makes the challenge worth nothing.
  password_hash text not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);
grant select, insert, update, delete on sign_in_challenges to kontor_app;

-- Of which roles a second factor is required. 0 is the platform, whose rule stands outside of any tenant.
create table second_factor_rules (
  tenant_id bigint primary key check (tenant_id >= 0),
  roles text[] not null,
  version integer not null
);
grant select, insert, update on second_factor_rules to kontor_app;
