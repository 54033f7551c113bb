-- The lines of a payslip keep their amounts, which every next month compares with; what explains them, line by
-- line, stands beside them and is read when somebody opens the payslip. Both are kept as they were written.
alter table payslips add column traces json;
do $$
declare
  v_tenant_id bigint;
begin
  for v_tenant_id in select id from tenants order by id loop
    perform set_config('app.tenant_id', v_tenant_id::text, true);
    update payslips s set lines = x.lines, traces = x.traces
    from (
      select p.id,
        coalesce(jsonb_agg(jsonb_strip_nulls(l.line - 'rule' - 'inputs' - 'arithmetic') order by l.place), '[]') as lines,
        coalesce(json_agg(json_build_object('rule', l.line -> 'rule', 'inputs', l.line -> 'inputs',
          'arithmetic', l.line -> 'arithmetic') order by l.place), '[]') as traces
      from payslips p left join lateral jsonb_array_elements(p.lines) with ordinality as l(line, place) on true
      where p.tenant_id = v_tenant_id and p.lines <> '[]' group by p.id
    ) x
    where s.tenant_id = v_tenant_id and s.id = x.id;
    update payslips set traces = '[]' where tenant_id = v_tenant_id and traces is null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
alter table payslips alter column traces set not null, alter column lines type json;
