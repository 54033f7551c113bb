-- A mail that somebody decided not to send: it waited or had failed.
alter table mails
  drop constraint mails_status_check,
  add constraint mails_status_check check (status in ('WAITING', 'SENT', 'FAILED', 'DISCARDED')) not valid;
alter table mails validate constraint mails_status_check;
