-- Who excluded a payslip by hand, and when; null of exclusions from before this migration. The run that follows a
-- reversed one keeps its exclusions: of these also the run in which they were decided.
alter table payslips
  add column exclusion_by bigint,
  add column exclusion_at timestamptz,
  add column exclusion_run_id bigint,
  add foreign key (tenant_id, exclusion_run_id) references payroll_runs (tenant_id, id);
create index payslips_by_exclusion_run on payslips (tenant_id, exclusion_run_id) where exclusion_run_id is not null;
