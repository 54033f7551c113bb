create table groups (
  tenant_id bigint not null references tenants (id),
  id bigint generated always as identity,
  code text not null check (code ~ '^0[1-5]-[0-9]{2,}$'),
  name text not null check (name <> ''),
  class text not null check (class in ('01', '02', '03', '04', '05')),
  -- The number within the class that the code ends in; rows are ordered by it, since a code of three
  -- digits would sort before one of two.
  sequence integer not null check (sequence > 0),
  seeded boolean not null default false,
  -- The last sequence allotted to a ledger of the group; a deleted ledger's code is never given again.
  ledger_sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  unique (tenant_id, class, sequence),
  check (left(code, 2) = class)
);
call protect_tenant_table('groups', 'select, insert, update, delete');

-- The last sequence allotted in a class; the code of a deleted group is never given again.
create table group_counters (
  tenant_id bigint not null references tenants (id),
  class text not null check (class in ('01', '02', '03', '04', '05')),
  last_sequence integer not null check (last_sequence > 0),
  primary key (tenant_id, class)
);
call protect_tenant_table('group_counters', 'select, insert, update');

-- Tables whose rows change with every posting leave room in their pages, so that a changed row stays on
-- its page and no index has to be told.
create table ledgers (
  tenant_id bigint not null,
  id bigint generated always as identity,
  group_id bigint not null,
  parent_ledger_id bigint,
  code text not null,
  -- The number within the group that the code ends in.
  sequence integer not null check (sequence > 0),
  name text not null check (name <> ''),
  op_balance bigint not null default 0 check (op_balance >= 0),
  op_balance_dc text not null default 'DR' check (op_balance_dc in ('DR', 'CR')),
  -- Own balance in kobo with the opening balance, debit positive: op_balance and all current postings.
  balance bigint not null default 0,
  -- A purpose that the system posts to, such as 'funding_account'; at most one ledger a tenant has it.
  purpose text,
  notes text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, parent_ledger_id) references ledgers (tenant_id, id),
  check (parent_ledger_id <> id)
) with (fillfactor = 70);
create unique index ledgers_by_group on ledgers (tenant_id, group_id, sequence);
create index ledgers_by_parent on ledgers (tenant_id, parent_ledger_id, sequence) where parent_ledger_id is not null;
create unique index ledgers_by_purpose on ledgers (tenant_id, purpose) where purpose is not null;
-- The balance moves only inside post_entries and set_opening_balance, so the app role may not write it.
call protect_tenant_table('ledgers', 'select');
grant insert (tenant_id, group_id, parent_ledger_id, code, sequence, name, purpose, notes, created_at) on ledgers to kontor_app;
grant update (parent_ledger_id, name, notes, version) on ledgers to kontor_app;

create table entry_counters (
  tenant_id bigint not null references tenants (id),
  entry_type_id smallint not null,
  last_number bigint not null,
  primary key (tenant_id, entry_type_id)
) with (fillfactor = 70);
call protect_tenant_table('entry_counters', 'select');

create table entries (
  tenant_id bigint not null references tenants (id),
  id bigint generated always as identity,
  entry_type_id smallint not null,
  number bigint not null check (number > 0),
  entry_date date not null,
  narration text not null default '',
  revision integer not null default 1 check (revision > 0),
  recorded_at timestamptz not null,
  recorded_by bigint,
  primary key (tenant_id, id),
  unique (tenant_id, entry_type_id, number)
);
create index entries_by_date on entries (tenant_id, entry_date, id);
call protect_tenant_table('entries', 'select');

-- How many entries each day has, so that a list is counted, and any page of it found, without reading it.
create table entry_days (
  tenant_id bigint not null references tenants (id),
  day date not null,
  entries integer not null,
  primary key (tenant_id, day)
) with (fillfactor = 70);
call protect_tenant_table('entry_days', 'select');

-- Heads of earlier revisions, written when an entry is revised.
create table entry_revisions (
  tenant_id bigint not null,
  entry_id bigint not null,
  revision integer not null,
  entry_date date not null,
  narration text not null,
  recorded_at timestamptz not null,
  recorded_by bigint,
  primary key (tenant_id, entry_id, revision),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id)
);
call protect_tenant_table('entry_revisions', 'select');

-- Postings. What a row says never changes; superseded is the one mark that a later revision sets.
create table entry_items (
  tenant_id bigint not null,
  entry_id bigint not null,
  revision integer not null,
  line smallint not null check (line > 0),
  ledger_id bigint not null,
  dc text not null check (dc in ('DR', 'CR')),
  amount bigint not null check (amount > 0),
  day date not null,
  narration text not null check (narration <> ''),
  superseded boolean not null default false,
  primary key (tenant_id, entry_id, revision, line),
  unique (tenant_id, entry_id, revision, ledger_id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
create index entry_items_by_ledger on entry_items (tenant_id, ledger_id, day, entry_id) where not superseded;
call protect_tenant_table('entry_items', 'select');

-- Totals of a ledger's current postings by day, so that any page of a statement is found by its day.
create table ledger_days (
  tenant_id bigint not null,
  ledger_id bigint not null,
  day date not null,
  debit bigint not null,
  credit bigint not null,
  lines integer not null check (lines >= 0),
  primary key (tenant_id, ledger_id, day),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
) with (fillfactor = 70);
call protect_tenant_table('ledger_days', 'select');

-- What a busy day of a ledger came to after an entry, about every 256 lines: the totals of all of the
-- day's current postings whose entry is not newer than this one. Without it a page in the middle of such
-- a day would have to read the day from its beginning.
create table ledger_day_marks (
  tenant_id bigint not null,
  ledger_id bigint not null,
  day date not null,
  entry_id bigint not null,
  debit bigint not null,
  credit bigint not null,
  lines integer not null,
  primary key (tenant_id, ledger_id, day, entry_id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id)
);
call protect_tenant_table('ledger_day_marks', 'select');

create type posting_head as (
  place integer,
  entry_id bigint,
  entry_type_id smallint,
  entry_date date,
  narration text,
  revision integer,
  actor_id bigint,
  request_id text
);

create type posting_item as (
  place integer,
  line smallint,
  ledger_id bigint,
  dc text,
  amount bigint,
  narration text,
  entry_id bigint,
  revision integer,
  day date
);
