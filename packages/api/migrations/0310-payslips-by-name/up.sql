-- What a page of payslips is looked for, sorted and counted by stands in the index beside the order by name, so that
-- only the rows of the page are fetched: a payslip is long, and a run has one for everybody.
drop index payslips_by_name;
create index payslips_by_name on payslips (tenant_id, run_id, name, id)
  include (staff_no, gross, net, reasons, warning_codes, blocked, excluded, search_text);
