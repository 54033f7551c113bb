-- What each migration said when it ran, as the SHA-256 of its file in hex. A file that was edited
-- afterwards would leave older databases without the edit; the start compares and refuses.
create table migration_checksums (
  name text primary key,
  checksum text not null check (length(checksum) = 64)
);
