-- Why somebody is outside the contributory pension scheme; null for everybody in it, as all were before.
alter table employees add column pension_exemption text check (
  pension_exemption in ('FOREIGN_EMPLOYEE', 'SMALL_EMPLOYER', 'EXEMPT_BY_LAW', 'OTHER_REASON'));
-- Outside the scheme payroll needs neither RSA PIN nor administrator. The expression of a generated column can be
-- changed only from PostgreSQL 17 on, so the column is made anew.
drop index employees_missing;
alter table employees drop column missing;
alter table employees add column missing text[] not null generated always as (
  array_remove(array[
    case when not has_pay then 'pay' end,
    case when account_number_sealed is null then 'bank_account' end,
    case when state_id is null then 'state' end,
    case when tax_id_sealed is null then 'tax_id' end,
    case when rsa_pin_sealed is null and pension_exemption is null then 'rsa_pin' end,
    case when pfa is null and pension_exemption is null then 'pfa' end,
    case when nhf_consent and nhf_number = '' then 'nhf_number' end
  ], null)
) stored;
create index employees_missing on employees (tenant_id, id) where missing <> '{}';
