-- Who took the file with which a bank pays outside of the product stands in the history of the run: whoever sends the
-- money too would pay people twice.
alter table payroll_run_events drop constraint payroll_run_events_event_check;
alter table payroll_run_events add constraint payroll_run_events_event_check check (event in ('STARTED', 'CALCULATED',
  'SUBMITTED', 'APPROVED', 'REJECTED', 'VOIDED', 'PAYMENT_FILE', 'DISBURSED', 'PAID', 'PAYMENT_REVERSED', 'REVERSED'));
