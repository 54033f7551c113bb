-- The links of reset mails. A link is a token of 256 bits, which nobody can guess, so that neither wrong codes
-- nor a mail that somebody else asked for make it worthless; the first one used ends them all.
create table password_reset_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references users (id),
  expires_at timestamptz not null
);
create index password_reset_links_by_user on password_reset_links (user_id);
create index password_reset_links_by_expiry on password_reset_links (expires_at);
grant select, insert, delete on password_reset_links to kontor_app;

-- Codes tried for an account, by who tried: whoever guesses uses up the tries of nobody else. The asker is the
-- hash of a network address. A new code begins anew.
create table password_reset_tries (
  user_id bigint not null references password_resets (user_id) on delete cascade,
  asker_hash bytea not null check (length(asker_hash) = 32),
  tries integer not null,
  primary key (user_id, asker_hash)
);
grant select, insert, update, delete on password_reset_tries to kontor_app;
alter table password_resets drop column tries;
