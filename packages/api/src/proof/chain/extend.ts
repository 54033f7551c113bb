import { sql, type RawBuilder } from "kysely";

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { BackgroundWork } from "../../platform/jobs/jobs.ts";
import { setAllTenantsReadable, setTenant, type Tx } from "../../platform/scope.ts";
import { auditHash, canonicalMoment, entryHash, entryHeads } from "./canonical.ts";
import { chainTables, linkHash, genesisHash, type LinkContent } from "./link.ts";

type ChainOptions = { database: Database; clock: Clock };

/** The maximum number of links added by one transaction, so that none runs for long. */
const batchSize = 2000;

/** Appends newly recorded rows to the chains every minute; no request waits for it. */
export function chainWork(options: ChainOptions): BackgroundWork {
  return {
    queue: "chain",
    run: async (stopping) => {
      await extendChains(options, stopping);
      return undefined;
    },
  };
}

/**
 * Appends links for everything recorded but not chained yet, for the platform and for each tenant
 * separately.
 *
 * @returns the number of added links.
 */
export async function extendChains(
  { database, clock }: ChainOptions,
  stopping?: AbortSignal,
): Promise<number> {
  let added = 0;
  for (const tenantId of [null, ...(await database.transaction((tx) => tenantsToChain(tx)))]) {
    let last: BatchResult | undefined;
    do {
      if (stopping?.aborted === true) return added;
      const before = last;
      last = await database.transaction((tx) =>
        tenantId === null
          ? extendPlatformChain(tx, clock.now())
          : extendChain(tx, { tenantId, now: clock.now(), before }),
      );
      added += last.links;
    } while (last.more);
  }
  return added;
}

/**
 * Tenants with unsettled rows; rows that are chained but not settled yet are read again.
 *
 * The index by tenant is asked for the row after the settled one, and its tenant is compared. With
 * a condition on the tenant, the planner expected that some row would match soon, and read the
 * whole log for each tenant without one.
 */
async function tenantsToChain(tx: Tx): Promise<number[]> {
  await setAllTenantsReadable(tx);
  const { rows } = await sql<{ id: number }>`
    select t.id from tenants t
    left join chain_heads c on c.tenant_id = t.id
    where c.settled_audit_id is null or (
      select a.tenant_id = t.id from audit_log a
      where (a.tenant_id, a.id) > (t.id, c.settled_audit_id) order by a.tenant_id, a.id limit 1)
    order by t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

type Head = {
  position: bigint;
  hash: string;
  first_entry_id: number;
  settled_audit_id: number | null;
};

/** The result of a batch, and whether there may be more. */
type BatchResult = {
  links: number;
  more: boolean;
  /** The last log row that it read; the next batch begins after it. */
  after?: number;
  /** Whether the marked transactions had ended when the first batch began. */
  due?: boolean;
};

/**
 * Appends a batch of links to a tenant's chain. Only one process does so at a time; the others skip
 * it.
 *
 * The batches of one run look at each row once. Rows that appear meanwhile below them are left to
 * the next run, which begins again at the settled row. Therefore only what had ended before the
 * first batch is settled after the last one.
 */
async function extendChain(
  tx: Tx,
  run: { tenantId: number; now: Date; before: BatchResult | undefined },
): Promise<BatchResult> {
  const { tenantId, now, before } = run;
  await setTenant(tx, tenantId);
  if (!(await tryLockChain(tx, tenantId))) return { links: 0, more: false };
  const { rows: heads } = await sql<Head & { due: boolean }>`
    insert into chain_heads as c (tenant_id, position, hash, chained_at)
    values (${tenantId}, 0, decode(${genesisHash}, 'hex'), ${now})
    on conflict (tenant_id) do update set position = c.position
    returning position, encode(hash, 'hex') as hash, first_entry_id, settled_audit_id, ${isMarkDue} as due`.execute(
    tx,
  );
  const head = exactlyOne(heads);
  const due = before?.due ?? head.due;
  if (head.settled_audit_id === null) {
    const entries = await entriesBeforeChain(tx, tenantId, head.first_entry_id);
    await addLinks(tx, { tenantId, now, head, facts: entries });
    const last = entries.at(-1)?.entry_id ?? null;
    await sql`
      update chain_heads set first_entry_id = coalesce(${last}, first_entry_id),
        settled_audit_id = case when ${last === null} then 0 end
      where tenant_id = ${tenantId}`.execute(tx);
    return { links: entries.length, more: true, due };
  }
  const since = Math.max(head.settled_audit_id, before?.after ?? 0);
  const newest = await lastChainedRow(tx, tenantId);
  const late = since < newest ? await lateRows(tx, { tenantId, since, newest }) : [];
  if (late.length > 0) {
    const facts = await nextLogRows(tx, tenantId, sql`a.id = any (${late})`);
    await addLinks(tx, { tenantId, now, head, facts });
    const after = late.length === batchSize ? late.at(-1) : newest;
    return { links: facts.length, more: true, after, due };
  }
  const after = Math.max(since, newest);
  const facts = await nextLogRows(tx, tenantId, sql`(a.tenant_id, a.id) > (${tenantId}, ${after})`);
  await addLinks(tx, { tenantId, now, head, facts });
  const more = facts.length === batchSize;
  if (!more && due) await moveSettledMark(tx, tenantId);
  return { links: facts.length, more, after: facts.at(-1)?.audit_id ?? after, due };
}

/** Appends a batch of links to the platform's chain, for log rows without a tenant. */
async function extendPlatformChain(tx: Tx, now: Date): Promise<BatchResult> {
  await setAllTenantsReadable(tx);
  if (!(await tryLockChain(tx, null))) return { links: 0, more: false };
  const { rows: heads } = await sql<Pick<Head, "position" | "hash"> & { settled_audit_id: number }>`
    insert into platform_chain_heads as c (position, hash, chained_at)
    values (0, decode(${genesisHash}, 'hex'), ${now})
    on conflict (id) do update set position = c.position
    returning position, encode(hash, 'hex') as hash, settled_audit_id`.execute(tx);
  const head = exactlyOne(heads);
  const { rows: facts } = await sql<NewLink>`
    select a.id as audit_id, ${auditHash} as audit_hash, null as entry_id, null as revision, null as entry_hash,
      ${canonicalMoment("a.recorded_at")} as recorded_at
    from audit_log a
    where a.tenant_id is null and a.id > ${head.settled_audit_id}
      and not exists (select from platform_chain_links l where l.audit_id = a.id)
    order by a.id limit ${batchSize}`.execute(tx);
  await addLinks(tx, { tenantId: null, now, head, facts });
  const more = facts.length === batchSize;
  if (!more) await moveSettledMark(tx, null);
  return { links: facts.length, more };
}

/** Tries to lock a chain for appending; false when another transaction holds the lock. */
async function tryLockChain(tx: Tx, tenantId: number | null): Promise<boolean> {
  // No tenant has the id 0.
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('kontor chain', ${tenantId ?? 0})) as locked`.execute(
    tx,
  );
  return exactlyOne(rows).locked;
}

type NewLink = Omit<LinkContent, "position">;

/** The next entries that existed before the chain, with all their revisions. */
async function entriesBeforeChain(tx: Tx, tenantId: number, after: number): Promise<NewLink[]> {
  const { rows } = await sql<NewLink>`
    select null as audit_id, null as audit_hash, h.entry_id, h.revision, ${entryHash} as entry_hash,
      ${canonicalMoment("h.recorded_at")} as recorded_at
    from ${entryHeads} h
    where h.tenant_id = ${tenantId} and h.entry_id in (
      select e.id from entries e where e.tenant_id = ${tenantId} and e.id > ${after}
      order by e.id limit ${batchSize})
    order by h.entry_id, h.revision`.execute(tx);
  return rows;
}

/**
 * Whether a row `a` of the audit log records a revision; the `case` prevents other subjects from
 * being parsed as one.
 */
const isEntryRecord = sql`a.action in ('entry.posted', 'entry.revised')`;

/** The last row of the audit log that is chained; 0 when there is none. */
async function lastChainedRow(tx: Tx, tenantId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(l.audit_id), 0) as id from chain_links l
    where l.tenant_id = ${tenantId} and l.audit_id is not null`.execute(tx);
  return exactlyOne(rows).id;
}

/**
 * Audit log rows after `since` that became visible only when later ones were chained. Both sides
 * are read as ranges of their indexes and compared at once, since after busy minutes there are
 * hundreds of thousands of rows above the settled one, and next to none of them is late.
 */
async function lateRows(
  tx: Tx,
  { tenantId, since, newest }: { tenantId: number; since: number; newest: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from audit_log a
    where a.tenant_id = ${tenantId} and (a.tenant_id, a.id) > (${tenantId}, ${since}) and a.id < ${newest}
    except
    select l.audit_id from chain_links l where l.tenant_id = ${tenantId} and l.audit_id > ${since}
    order by id limit ${batchSize}`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * The next rows `a` of the audit log that meet a condition, each with the entry revision that it
 * records, unless that already has a link of its own.
 */
async function nextLogRows(
  tx: Tx,
  tenantId: number,
  condition: RawBuilder<unknown>,
): Promise<NewLink[]> {
  const { rows } = await sql<NewLink>`
    select a.id as audit_id, ${auditHash} as audit_hash, e.entry_id, e.revision, e.entry_hash,
      ${canonicalMoment("a.recorded_at")} as recorded_at
    from audit_log a
    left join lateral (
      select h.entry_id, h.revision, ${entryHash} as entry_hash
      from ${entryHeads} h
      where h.tenant_id = ${tenantId}
        and h.entry_id = case when ${isEntryRecord} then substr(a.subject, 7)::bigint end
        and h.revision = case when ${isEntryRecord} then (a.detail->>'revision')::integer end
        and not exists (
          select from chain_links l
          where l.tenant_id = ${tenantId} and l.entry_id = h.entry_id and l.revision = h.revision)
    ) e on true
    where a.tenant_id = ${tenantId} and ${condition}
    order by a.id limit ${batchSize}`.execute(tx);
  return rows;
}

type NewLinks = {
  tenantId: number | null;
  now: Date;
  head: Pick<Head, "position" | "hash">;
  facts: readonly NewLink[];
};

async function addLinks(tx: Tx, { tenantId, now, head, facts }: NewLinks): Promise<void> {
  if (facts.length === 0) return;
  let { position, hash } = head;
  const links = facts.map((each) => {
    position += 1n;
    hash = linkHash(tenantId, hash, { ...each, position });
    return { ...each, position: String(position), hash };
  });
  const { heads, own } = chainTables(tenantId);
  await (tenantId === null ? insertPlatformLinks(links) : insertLinks(tenantId, links)).execute(tx);
  await sql`
    update ${heads} set position = ${position}, hash = decode(${hash}, 'hex'), chained_at = ${now}
    where ${own}`.execute(tx);
}

function insertLinks(tenantId: number, links: readonly object[]): RawBuilder<unknown> {
  return sql`
    insert into chain_links
      (tenant_id, position, audit_id, audit_hash, entry_id, revision, entry_hash, recorded_at, hash)
    select ${tenantId}, l.position, l.audit_id, decode(l.audit_hash, 'hex'), l.entry_id, l.revision,
      decode(l.entry_hash, 'hex'), l.recorded_at, decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(position bigint, audit_id bigint,
      audit_hash text, entry_id bigint, revision integer, entry_hash text, recorded_at timestamptz, hash text)`;
}

function insertPlatformLinks(links: readonly object[]): RawBuilder<unknown> {
  return sql`
    insert into platform_chain_links (position, audit_id, audit_hash, recorded_at, hash)
    select l.position, l.audit_id, decode(l.audit_hash, 'hex'), l.recorded_at, decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(position bigint, audit_id bigint,
      audit_hash text, recorded_at timestamptz, hash text)`;
}

/** Whether nothing is marked, or all transactions that ran at the mark have ended. */
const isMarkDue = sql`(c.marked_at is null
      or c.marked_at < now() - interval '10 minutes' and (
        pg_snapshot_xmin(pg_current_snapshot()) >= c.marked_xid
        or pg_snapshot_xmax(pg_current_snapshot()) < c.marked_xid))`;

/**
 * Moves the settled mark. An id is allotted before its row becomes visible, so everything below the
 * newest link is certainly chained once all transactions that ran at the time of the mark have
 * ended. It waits another ten minutes for transactions that had an id but no transaction id yet.
 * After a restore into another server, transaction ids start again, and none from before is
 * running.
 */
async function moveSettledMark(tx: Tx, tenantId: number | null): Promise<void> {
  const { heads, links, own } = chainTables(tenantId);
  await sql`
    update ${heads} c set
      settled_audit_id = coalesce(c.marked_audit_id, c.settled_audit_id),
      marked_audit_id = (
        select coalesce(max(audit_id), 0) from ${links} where ${own} and audit_id is not null),
      marked_xid = pg_snapshot_xmax(pg_current_snapshot()), marked_at = now()
    where ${own} and ${isMarkDue}`.execute(tx);
}
