-- The state of the rows that a run was calculated from, as last compared with its payslips: while it is the same,
-- nothing has changed since the calculation. Null until it has been compared.
alter table payroll_runs add column inputs_state text;
