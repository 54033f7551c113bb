import { sql } from "kysely";

import type { Check, CheckScope } from "../../platform/database/checks.ts";
import { paymentEntriesCheck } from "../runs/posted-payment.ts";
import { payablePurposes } from "./dues.ts";

/** The ledger purpose of each scheme: (scheme, purpose). */
const schemePurposes = sql`(values ${sql.join(
  Object.entries(payablePurposes).map(
    ([scheme, purpose]) => sql`(${sql.lit(scheme)}, ${sql.lit(purpose)})`,
  ),
)}) as w(scheme, purpose)`;

/** The remittances in force: (tenant_id, purpose, remitted). */
export const remittedByPurpose = (scope: CheckScope) => sql`
  select m.tenant_id, w.purpose, sum(m.amount) as remitted
  from remittances m join ${schemePurposes} on w.scheme = m.scheme
  where ${scope(sql`m.tenant_id`)} and m.reversed_at is null
  group by m.tenant_id, w.purpose`;

/** Checks that remittances agree with their entries. */
export const remittanceCheck: Check = paymentEntriesCheck(
  "remittance_entry_wrong",
  "remittances",
  "remittance",
  sql`(select w.purpose from ${schemePurposes} where w.scheme = m.scheme)`,
);
