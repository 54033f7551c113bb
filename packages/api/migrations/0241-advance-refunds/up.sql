-- Of an advance whose money the bank sent back, what was paid back before is owed to the employee. A refund takes
-- it off what is allocated again, and a write-off that stood for the rest is undone with it: rows with amounts
-- below zero, as of a reversed payroll.
alter table advance_allocations
  drop constraint advance_allocations_kind_check,
  drop constraint advance_allocations_amounts_check,
  add constraint advance_allocations_kind_check
    check (kind in ('PAYSLIP', 'CASH', 'WRITE_OFF', 'REVERSAL', 'REFUND', 'UNDONE_WRITE_OFF')),
  add constraint advance_allocations_amounts_check check (case
    when kind in ('REVERSAL', 'REFUND', 'UNDONE_WRITE_OFF')
      then principal <= 0 and interest <= 0 and principal + interest < 0
    else principal >= 0 and interest >= 0 and principal + interest > 0 end);
