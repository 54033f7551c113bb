-- Waiting mails are taken in the order of this index, so that a long outbox is not sorted for each ten of them.
drop index mails_waiting;
create index mails_waiting on mails ((expires_at is null), (attachment is not null), next_try_at, id)
  where status = 'WAITING';
