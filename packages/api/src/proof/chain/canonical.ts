import { sql, type RawBuilder } from "kysely";

/*
 * The bytes of a row that are hashed: a JSON array in UTF-8, as PostgreSQL writes jsonb. The
 * statement builds it, and not a database function, which the owner could replace. The first
 * element is the kind of row and the second the version of this format; moments are in UTC to the
 * microsecond.
 */

/** A moment as canonical text: "2026-03-05T14:30:00.000000Z". */
export const canonicalMoment = (column: string): RawBuilder<string> =>
  sql<string>`pg_catalog.to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const sha256Hex = (json: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to((${json})::text, 'UTF8')), 'hex')`;

/** SHA-256 of a row `a` of the audit log, in hexadecimal. */
export const auditHash = sha256Hex(sql`
  pg_catalog.jsonb_build_array('audit', 1, a.tenant_id, a.id, a.actor_id, a.action, a.subject, a.detail,
    a.request_id, ${canonicalMoment("a.recorded_at")}, a.ip)`);

/** Heads of all revisions of entries, current and earlier ones. */
export const entryHeads = sql`(
  select x.tenant_id, x.id as entry_id, x.revision, x.entry_type_id, x.number, x.entry_date, x.narration,
    x.recorded_at, x.recorded_by
  from entries x
  union all
  select v.tenant_id, v.entry_id, v.revision, x.entry_type_id, x.number, v.entry_date, v.narration,
    v.recorded_at, v.recorded_by
  from entry_revisions v join entries x on x.tenant_id = v.tenant_id and x.id = v.entry_id)`;

/**
 * SHA-256 of a revision `h` of an entry with its postings in the order of their lines, in
 * hexadecimal. Whether a posting is superseded follows from its revision, so it is not hashed.
 */
export const entryHash = sha256Hex(sql`
  pg_catalog.jsonb_build_array('entry', 1, h.tenant_id, h.entry_id, h.revision, h.entry_type_id, h.number,
    h.entry_date, h.narration, ${canonicalMoment("h.recorded_at")}, h.recorded_by, (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_array(i.line, i.ledger_id, i.dc, i.amount, i.day, i.narration) order by i.line)
      from entry_items i
      where i.tenant_id = h.tenant_id and i.entry_id = h.entry_id and i.revision = h.revision))`);
