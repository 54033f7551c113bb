-- When the books were last checked as a whole and a backup was last made, and what came of it, so that
-- monitoring can say that one of them is missing.
create table maintenance_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('books_check', 'backup')),
  finished_at timestamptz not null,
  milliseconds bigint not null check (milliseconds >= 0),
  -- Faults that a check of the books found; 0 of a backup, which is kept when it went well only.
  faults bigint not null check (faults >= 0)
);
create index maintenance_runs_by_kind on maintenance_runs (kind, finished_at desc);
grant select, insert, delete on maintenance_runs to kontor_app;
