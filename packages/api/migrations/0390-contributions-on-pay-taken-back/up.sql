-- By how much a payslip changes the credits of its person's contributions, in kobo of the base by scheme: up by what it
-- takes back of pay on which contributions were made and cannot set against its own base, down by what it sets against
-- it. Nearly every payslip leaves them as they are.
alter table payslips add column base_credits jsonb not null default '{}';
create index payslips_with_credits on payslips (tenant_id, employee_id) where base_credits <> '{}';
