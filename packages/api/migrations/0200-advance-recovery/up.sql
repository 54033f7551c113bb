-- Advances are recovered by payslips. Of a run that is reversed, what a payslip took is owed again: a row of its
-- own says so, with amounts below zero, so that rows are still only added and their sum is what was repaid.
alter table advance_allocations
  add column reverses_id bigint,
  drop constraint advance_allocations_kind_check,
  drop constraint advance_allocations_principal_check,
  drop constraint advance_allocations_interest_check,
  drop constraint advance_allocations_check,
  drop constraint advance_allocations_check1,
  drop constraint advance_allocations_tenant_id_payslip_id_advance_id_key,
  add constraint advance_allocations_kind_check check (kind in ('PAYSLIP', 'CASH', 'WRITE_OFF', 'REVERSAL')),
  add constraint advance_allocations_amounts_check check (case kind
    when 'REVERSAL' then principal <= 0 and interest <= 0 and principal + interest < 0
    else principal >= 0 and interest >= 0 and principal + interest > 0 end),
  add constraint advance_allocations_payslip_check check ((kind in ('PAYSLIP', 'REVERSAL')) = (payslip_id is not null)),
  add constraint advance_allocations_reverses_check check ((kind = 'REVERSAL') = (reverses_id is not null)),
  -- A payslip takes an advance's instalment once, and that is given back once.
  add constraint advance_allocations_by_payslip
    unique (tenant_id, payslip_id, advance_id, kind),
  add foreign key (tenant_id, payslip_id) references payslips (tenant_id, id),
  add foreign key (tenant_id, reverses_id) references advance_allocations (tenant_id, id);
