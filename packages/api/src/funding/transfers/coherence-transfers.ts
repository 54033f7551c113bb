import { sql, type RawBuilder } from "kysely";

import type { Check, CheckScope } from "../../platform/database/checks.ts";

const lagosDay = (moment: RawBuilder<unknown>) =>
  sql`(${moment} at time zone 'Africa/Lagos')::date`;

/**
 * The entries that each transfer must have, with the ledgers that they debit and credit, as
 * (tenant_id, id, part, entry_id, at, debit_id, credit_id, amount).
 */
const expectedEntries = (scope: CheckScope) => sql`
  select t.tenant_id, t.id, p.part, p.entry_id, p.at, p.debit_id, p.credit_id, t.amount
  from transfers t
  left join pay_accounts a on a.tenant_id = t.tenant_id and a.company_id = t.company_id
  left join ledgers transit on transit.tenant_id = t.tenant_id and transit.purpose = 'transfers_in_transit'
  left join ledgers owed on owed.tenant_id = t.tenant_id and owed.purpose = t.owed
  cross join lateral (values
    ('intent', t.intent_entry_id, t.created_at, transit.id, a.ledger_id, true),
    ('outcome', t.outcome_entry_id, t.outcome_at,
      case t.status when 'FAILED' then a.ledger_id else owed.id end, transit.id,
      t.outcome_entry_id is not null or t.status in ('COMPLETED', 'FAILED')),
    ('reversal', t.reversal_entry_id, t.reversed_at, a.ledger_id,
      case when t.outcome_entry_id is null then transit.id else owed.id end,
      t.reversal_entry_id is not null or t.status = 'REVERSED')
  ) as p(part, entry_id, at, debit_id, credit_id, due)
  where p.due and ${scope(sql`t.tenant_id`)}`;

/** Checks transfers and the wallet's rows of them. */
export const transferChecks: readonly Check[] = [
  {
    kind: "transit_wrong",
    query: (scope) => sql`
      select l.tenant_id, 'ledger:' || l.id as subject,
        format('transfers in transit hold %s kobo, the open transfers come to %s', l.balance,
          coalesce(open.amount, 0)) as message
      from ledgers l left join (
        select t.tenant_id, sum(t.amount) as amount from transfers t
        where ${scope(sql`t.tenant_id`)} and t.status in ('PENDING', 'PROCESSING') group by t.tenant_id
      ) open on open.tenant_id = l.tenant_id
      where ${scope(sql`l.tenant_id`)} and l.purpose = 'transfers_in_transit'
        and l.balance <> coalesce(open.amount, 0)`,
  },
  {
    kind: "transfer_entry_wrong",
    query: (scope) => sql`
      select x.tenant_id, 'transfer:' || x.id as subject,
        format('the %s of transfer %s is not entry %s: %s kobo from ledger %s to ledger %s on %s', x.part, x.id,
          coalesce(x.entry_id::text, 'none'), x.amount, x.credit_id, x.debit_id, ${lagosDay(sql`x.at`)}) as message
      from (${expectedEntries(scope)}) x
      left join entries e on e.tenant_id = x.tenant_id and e.id = x.entry_id
      left join (
        select i.tenant_id, i.entry_id, count(*) as items,
          min(i.ledger_id) filter (where i.dc = 'DR') as debit_id,
          min(i.ledger_id) filter (where i.dc = 'CR') as credit_id, min(i.amount) as amount
        from entry_items i join (${expectedEntries(scope)}) w on w.tenant_id = i.tenant_id and w.entry_id = i.entry_id
        where ${scope(sql`i.tenant_id`)} and not i.superseded group by i.tenant_id, i.entry_id
      ) i on i.tenant_id = x.tenant_id and i.entry_id = x.entry_id
      where (i.items, i.debit_id, i.credit_id, i.amount, e.entry_date)
        is distinct from (2, x.debit_id, x.credit_id, x.amount, ${lagosDay(sql`x.at`)})`,
  },
  {
    kind: "transfer_row_wrong",
    query: (scope) => sql`
      select t.tenant_id, 'transfer:' || t.id as subject,
        format('transfer %s is %s of %s kobo, the wallet shows %s', t.id, t.status, t.amount,
          coalesce(f.status || ' of ' || f.amount, 'nothing')) as message
      from transfers t
      left join funding_transactions f on f.tenant_id = t.tenant_id and f.transfer_id = t.id
      where ${scope(sql`t.tenant_id`)}
        and (f.action, f.status, f.amount, f.entry_id, f.company_id)
          is distinct from ('WITHDRAWAL', t.status, t.amount, t.intent_entry_id, t.company_id)`,
  },
  {
    kind: "transfer_paid_twice",
    query: (scope) => sql`
      select t.tenant_id, 'subject:' || t.purpose || ':' || t.subject_id as subject,
        format('%s %s has %s transfers that pay or may pay it, in %s attempts up to number %s', t.purpose, t.subject_id,
          count(*) filter (where t.status in ('PENDING', 'PROCESSING', 'COMPLETED')), count(*), max(t.attempt))
          as message
      from transfers t where ${scope(sql`t.tenant_id`)}
      group by t.tenant_id, t.purpose, t.subject_id
      having count(*) filter (where t.status in ('PENDING', 'PROCESSING', 'COMPLETED')) > 1
        or count(*) <> max(t.attempt)`,
  },
  {
    kind: "funds_status_wrong",
    query: (scope) => sql`
      select f.tenant_id, 'funding-transaction:' || f.id as subject,
        format('funding transaction %s belongs to no transfer and is %s', f.id, f.status) as message
      from funding_transactions f
      where ${scope(sql`f.tenant_id`)} and f.transfer_id is null and f.status <> 'COMPLETED'`,
  },
  {
    kind: "funds_day_wrong",
    query: (scope) => sql`
      select f.tenant_id, 'funding-transaction:' || f.id as subject,
        format('funding transaction %s is of %s, its entry of %s', f.id, ${lagosDay(sql`f.created_at`)}, e.entry_date)
          as message
      from funding_transactions f join entries e on e.tenant_id = f.tenant_id and e.id = f.entry_id
      where ${scope(sql`f.tenant_id`)} and e.entry_date <> ${lagosDay(sql`f.created_at`)}`,
  },
];
