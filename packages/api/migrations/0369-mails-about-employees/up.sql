-- The employee whom a mail is about, so that what was mailed to a person is found after their address or name has
-- changed, and a colleague's mail to the same address is not. Mails written before are still told by address and name.
alter table mails
  add column employee_id bigint,
  add check (employee_id is null or tenant_id is not null),
  add foreign key (tenant_id, employee_id) references employees (tenant_id, id) on delete set null (employee_id);
create index mails_by_employee on mails (tenant_id, employee_id) where employee_id is not null;
