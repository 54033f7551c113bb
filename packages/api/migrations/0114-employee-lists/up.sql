-- What lists are in the order of, as columns: an index over an expression is never read by itself, without
-- the rows, so that a late page would have to look at every row before it.
alter table employees
  add column sort_name text not null generated always as (lower(last_name || E'\n' || first_name)) stored,
  add column sort_staff_no text not null generated always as (lower(staff_no)) stored;

drop index employees_by_name;
drop index employees_by_number;
drop index employees_by_department;
drop index employees_by_branch;
drop index employees_by_designation;
drop index employees_by_grade;
drop index employees_by_search;

-- The first one answers searches, statuses and counts too, without the rows.
create index employees_by_name on employees (tenant_id, sort_name, id)
  include (search_text, suspended, exit_date);
create index employees_by_number on employees (tenant_id, sort_staff_no, id);
create index employees_by_department on employees (tenant_id, department, sort_name, id);
create index employees_by_branch on employees (tenant_id, branch_id, sort_name, id);
create index employees_by_designation on employees (tenant_id, designation, sort_name, id);
create index employees_by_grade on employees (tenant_id, grade, sort_name, id);
