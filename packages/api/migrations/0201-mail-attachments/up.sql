-- What a mail brings along is made when it is sent, of what it names, so that the outbox keeps no personal data
-- beside the text: a payslip is rendered for its employee and kept nowhere.
alter table mails
  add column attachment text check (attachment ~ '^[a-z-]+$'),
  add column attachment_id bigint,
  add check ((attachment is null) = (attachment_id is null)),
  add check (attachment is null or tenant_id is not null);
