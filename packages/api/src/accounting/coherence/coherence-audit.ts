import { sql } from "kysely";

import type { Check } from "../../platform/database/checks.ts";

/**
 * Checks that the books and the audit log have the same entries. One function writes both in one
 * transaction, so a difference means that it was bypassed. The log drops rows after its retention
 * period, so only entries younger than a year, or than the oldest posting still logged, are
 * reported as missing.
 *
 * Both are read once and compared by number, because numbers sort much faster than text. A log
 * subject that is not an entry has no number.
 */
export const auditChecks: readonly Check[] = [
  {
    query: (scope) => sql`
      with recorded as (
        select l.tenant_id, l.entry_id, max(l.revision) as revision
        from (
          select a.tenant_id, (a.detail->>'revision')::integer as revision,
            case when ltrim(substr(a.subject, 7), '0123456789') = '' and length(a.subject) between 7 and 24
              then substr(a.subject, 7)::bigint end as entry_id
          from audit_log a
          where ${scope(sql`a.tenant_id`)} and a.subject like 'entry:%'
            and a.action in ('entry.posted', 'entry.revised')) l
        group by l.tenant_id, l.entry_id
      ), kept as materialized (
        select a.tenant_id, min(a.recorded_at) as since from audit_log a
        where ${scope(sql`a.tenant_id`)} and a.action = 'entry.posted' group by a.tenant_id
      ), compared as (
        select coalesce(e.tenant_id, r.tenant_id) as tenant_id, coalesce(e.id, r.entry_id) as entry_id, e.recorded_at,
          coalesce(e.revision, 0) as revision, coalesce(r.revision, 0) as logged
        from (select * from entries e where ${scope(sql`e.tenant_id`)}) e
        full join recorded r on r.tenant_id = e.tenant_id and r.entry_id = e.id
        where coalesce(e.revision, 0) <> coalesce(r.revision, 0)
      )
      select c.tenant_id, 'entry:' || coalesce(c.entry_id::text, '') as subject, 'entry_unrecorded' as kind,
        format('entry %s is at revision %s, and the audit log knows of %s', c.entry_id, c.revision,
          coalesce('revision ' || nullif(c.logged, 0), 'none')) as message
      from compared c
      where c.logged < c.revision and c.recorded_at >= least(
          (select k.since from kept k where k.tenant_id = c.tenant_id), now() - interval '365 days')
      union all
      select c.tenant_id, 'entry:' || coalesce(c.entry_id::text, ''), 'recorded_entry_missing',
        format('the audit log names revision %s of entry:%s, and the books have %s', c.logged, c.entry_id,
          coalesce('revision ' || nullif(c.revision, 0), 'no such entry'))
      from compared c where c.logged > c.revision`,
  },
];
