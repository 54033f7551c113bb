-- Reports as they were take out again what was recorded since, and lists of changes begin with the newest. Entries
-- are recorded one after the other, so that this index grows at its end alone.
create index entries_by_recording on entries (tenant_id, recorded_at, id);
