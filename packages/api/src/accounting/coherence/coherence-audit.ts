import { sql, type RawBuilder } from "kysely";

import type { Check } from "../../platform/database/checks.ts";

/** By entry in the audit log: tenant_id, subject, and the last revision logged. */
const recorded = (scope: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select a.tenant_id, a.subject, max((a.detail->>'revision')::integer) as revision
  from audit_log a
  where ${scope(sql`a.tenant_id`)} and a.subject like 'entry:%'
    and a.action in ('entry.posted', 'entry.revised')
  group by a.tenant_id, a.subject`;

/**
 * Do the books and the audit log have the same entries? Both are written by one function in one
 * transaction, so a difference means that it was bypassed. The log drops rows after its retention
 * period, so only entries younger than a year, or than the oldest posting still logged, are
 * reported missing.
 */
export const auditChecks: readonly Check[] = [
  {
    kind: "entry_unrecorded",
    query: (scope) => sql`
      select e.tenant_id, 'entry:' || e.id as subject,
        format('entry %s is at revision %s, and the audit log knows of %s', e.id, e.revision,
          coalesce('revision ' || r.revision, 'none')) as message
      from entries e
      left join (${recorded(scope)}) r on r.tenant_id = e.tenant_id and r.subject = 'entry:' || e.id
      left join (
        select a.tenant_id, min(a.recorded_at) as since from audit_log a
        where ${scope(sql`a.tenant_id`)} and a.action = 'entry.posted' group by a.tenant_id
      ) kept on kept.tenant_id = e.tenant_id
      where ${scope(sql`e.tenant_id`)} and coalesce(r.revision, 0) < e.revision
        and e.recorded_at >= least(kept.since, now() - interval '365 days')`,
  },
  {
    kind: "recorded_entry_missing",
    query: (scope) => sql`
      select r.tenant_id, r.subject,
        format('the audit log names revision %s of %s, and the books have %s', r.revision, r.subject,
          coalesce('revision ' || e.revision, 'no such entry')) as message
      from (${recorded(scope)}) r
      left join entries e on e.tenant_id = r.tenant_id and 'entry:' || e.id = r.subject
      where coalesce(e.revision, 0) < r.revision`,
  },
];
