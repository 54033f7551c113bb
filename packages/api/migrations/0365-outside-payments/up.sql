-- What employees were paid by other means than from the wallet. A payment that was taken back counts no more, and the
-- payslip may be paid again.
create table outside_payments (
  tenant_id bigint not null,
  id bigint generated always as identity,
  payslip_id bigint not null,
  -- In kobo.
  amount bigint not null check (amount > 0),
  paid_on date not null,
  -- The ledger of cash or bank that the money left.
  ledger_id bigint not null,
  note text not null,
  entry_id bigint not null,
  recorded_at timestamptz not null,
  recorded_by bigint,
  reversal_entry_id bigint,
  reversed_at timestamptz,
  reversed_by bigint,
  reversal_reason text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, entry_id),
  unique (tenant_id, reversal_entry_id),
  foreign key (tenant_id, payslip_id) references payslips (tenant_id, id),
  foreign key (tenant_id, ledger_id) references ledgers (tenant_id, id),
  foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  foreign key (tenant_id, reversal_entry_id) references entries (tenant_id, id),
  check ((reversal_entry_id is null) = (reversed_at is null))
);
create index outside_payments_by_payslip on outside_payments (tenant_id, payslip_id, id);
create unique index outside_payments_in_force on outside_payments (tenant_id, payslip_id) where reversed_at is null;
call protect_tenant_table('outside_payments', 'select, insert, update');

do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    insert into outside_payments (tenant_id, payslip_id, amount, paid_on, ledger_id, note, entry_id, recorded_at,
      recorded_by)
    select s.tenant_id, s.id, i.amount, e.entry_date, i.ledger_id, s.outside_note, e.id, e.recorded_at, e.recorded_by
    from payslips s
    join entries e on e.tenant_id = v_tenant_id and e.id = s.outside_entry_id
    join entry_items i on i.tenant_id = v_tenant_id and i.entry_id = e.id and not i.superseded and i.dc = 'CR'
    where s.tenant_id = v_tenant_id and s.outside_entry_id is not null
    order by s.id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- The constraint that tied them to the status goes with the columns; the check of the books compares the two.
alter table payslips drop column outside_entry_id, drop column outside_note;

alter table payroll_run_events drop constraint payroll_run_events_event_check;
alter table payroll_run_events add constraint payroll_run_events_event_check check (event in ('STARTED', 'CALCULATED',
  'SUBMITTED', 'APPROVED', 'REJECTED', 'VOIDED', 'DISBURSED', 'PAID', 'PAYMENT_REVERSED', 'REVERSED'));
