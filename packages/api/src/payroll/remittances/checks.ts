import { sql } from "kysely";

import type { Check, CheckScope } from "../../platform/database/checks.ts";
import { payableOf } from "./dues.ts";

/** The ledger purpose of each scheme: (scheme, purpose). */
const purposes = sql`(values ${sql.join(
  Object.entries(payableOf).map(
    ([scheme, purpose]) => sql`(${sql.lit(scheme)}, ${sql.lit(purpose)})`,
  ),
)}) as w(scheme, purpose)`;

/** What was remitted and not reversed: (tenant_id, purpose, remitted). */
export const remittedByPurpose = (scope: CheckScope) => sql`
  select m.tenant_id, w.purpose, sum(m.amount) as remitted
  from remittances m join ${purposes} on w.scheme = m.scheme
  where ${scope(sql`m.tenant_id`)} and m.reversed_at is null
  group by m.tenant_id, w.purpose`;

/** Do remittances agree with the entries that they name? */
export const remittanceChecks: readonly Check[] = [
  {
    kind: "remittance_entry_wrong",
    query: (scope) => sql`
      select m.tenant_id, 'remittance:' || m.id as subject,
        format('%s of remittance %s over %s kobo moves %s', x.what, m.id, m.amount, coalesce(x.moved, 'nothing')) as message
      from remittances m
      join ${purposes} on w.scheme = m.scheme
      join ledgers p on p.tenant_id = m.tenant_id and p.purpose = w.purpose
      cross join lateral (values ('the entry', m.entry_id, 'DR', 'CR'),
        ('the reversal', m.reversal_entry_id, 'CR', 'DR')) as e(what, entry_id, owed, cash)
      cross join lateral (
        select e.what, string_agg(format('ledger %s by %s %s', i.ledger_id, i.amount, i.dc), ', ') as moved,
          coalesce(count(*) = 2 and bool_and(i.amount = m.amount)
            and bool_or(i.ledger_id = p.id and i.dc = e.owed)
            and bool_or(i.ledger_id = m.ledger_id and i.dc = e.cash), false) as right
        from entry_items i
        where i.tenant_id = m.tenant_id and i.entry_id = e.entry_id and not i.superseded
      ) x
      where ${scope(sql`m.tenant_id`)} and e.entry_id is not null and not x.right`,
  },
];
