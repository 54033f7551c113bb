-- Who took which step of a run, and what it posted.
alter table payroll_runs
  add column submitted_by bigint,
  add column submitted_at timestamptz,
  add column approved_by bigint,
  add column approved_at timestamptz,
  -- Null where there was nothing to post.
  add column entry_id bigint,
  add column reversal_entry_id bigint,
  add foreign key (tenant_id, entry_id) references entries (tenant_id, id),
  add foreign key (tenant_id, reversal_entry_id) references entries (tenant_id, id),
  add check ((submitted_at is null) = (status = 'DRAFT')),
  add check ((approved_at is null) = (status in ('DRAFT', 'PENDING_APPROVAL'))),
  add check (reversal_entry_id is null or status = 'REVERSED');
create unique index payroll_runs_by_entry on payroll_runs (tenant_id, entry_id) where entry_id is not null;

-- What payroll posts to besides its payables, in the groups where the standard chart has it. Net salaries
-- payable is from now on moved by payroll alone: it is what approved payslips are still owed.
do $$
declare
  v_tenant_id bigint;
  v_group record;
  v_ledger record;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    for v_ledger in
      select * from (values
        (1, '02', 'payroll_deductions_payable', 'Other payroll deductions payable'),
        (2, '04', 'basic_salaries', 'Basic salaries'),
        (3, '04', 'housing_allowances', 'Housing allowances'),
        (4, '04', 'transport_allowances', 'Transport allowances'),
        (5, '04', 'other_allowances', 'Other allowances'),
        (6, '04', 'other_pay', 'Bonuses and other pay'),
        (7, '04', 'pension_cost', 'Employer''s pension'),
        (8, '04', 'nsitf_cost', 'Employer''s NSITF'),
        (9, '04', 'itf_cost', 'Employer''s ITF')
      ) as v(place, class, purpose, name) order by place
    loop
      update groups g set ledger_sequence = g.ledger_sequence + 1
      where g.tenant_id = v_tenant_id and g.id = coalesce(
        (select l.group_id from ledgers l
          where l.tenant_id = v_tenant_id and v_ledger.class = '02' and l.purpose = 'paye_payable'),
        (select o.id from groups o where o.tenant_id = v_tenant_id and o.class = v_ledger.class
          order by o.seeded desc, o.sequence limit 1))
      returning g.id, g.code, g.ledger_sequence into v_group;
      if found then
        insert into ledgers (tenant_id, group_id, code, sequence, name, purpose, created_at)
        values (v_tenant_id, v_group.id,
          v_group.code || '-' || lpad(v_group.ledger_sequence::text, greatest(4, length(v_group.ledger_sequence::text)), '0'),
          v_group.ledger_sequence, v_ledger.name, v_ledger.purpose, now());
      end if;
    end loop;
    update ledgers set control = true where tenant_id = v_tenant_id and purpose = 'net_salaries_payable';
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
