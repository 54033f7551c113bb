-- What became of the money of a payslip; null before it is sent. Transfers say the rest.
alter table payslips
  add column payment text check (payment in ('PENDING', 'COMPLETED', 'FAILED', 'REVERSED', 'PAID_OUTSIDE')),
  add column paid_at timestamptz,
  -- Of what was paid by other means: the entry that says so, and how.
  add column outside_entry_id bigint,
  add column outside_note text not null default '',
  add foreign key (tenant_id, outside_entry_id) references entries (tenant_id, id),
  add check ((payment is not distinct from 'PAID_OUTSIDE') = (outside_entry_id is not null)),
  add check (payment is null or not excluded);
alter table payroll_runs
  add column disbursed_by bigint,
  add column disbursed_at timestamptz;
