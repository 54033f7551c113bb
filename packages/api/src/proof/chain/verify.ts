import { sql } from "kysely";

import type { Fault } from "../../platform/database/checks.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { auditHash, canonicalMoment, entryHash, entryHeads } from "./canonical.ts";
import { linkHash, genesisHash, type LinkContent } from "./link.ts";

/** Links read at a time. */
const pageSize = 5000;

type StoredLink = LinkContent & {
  hash: string;
  /** The present hash of the row; null when there is none. */
  audit_now: string | null;
  entry_now: string | null;
  /** Whether the audit log may have deleted the row after its retention period. */
  may_be_gone: boolean;
};

/** The position of a link that does not match, and the finding. */
type Mismatch = { subject: string; found: string };

/** The result of verifying a chain from its first link. */
export type Verification = {
  /** The position of the last link; 0 and {@link genesisHash} for a chain without any. */
  position: bigint;
  hash: string;
  /** The hash of the link at the requested position. */
  requestedHash: string | null;
  /** The number of audit log rows deleted after their retention period; their links stay. */
  purged: number;
  /** The first link that does not match and the number of such links; null when all match. */
  mismatch: (Mismatch & { count: number }) | null;
};

/**
 * Verifies a tenant's chain, or the platform's when null: recomputes each link's hash from the
 * previous link, and each row's from the present books and audit log.
 *
 * @param requested the position whose hash to return.
 * @param since the link from which to continue, if all links up to it matched.
 */
export async function verifyChain(
  tx: Tx,
  tenantId: number | null,
  requested?: bigint,
  since: Pick<Verification, "position" | "hash"> = chainStart,
): Promise<Verification> {
  const { position, hash } = since;
  const verification: Verification = {
    position,
    hash,
    requestedHash: null,
    purged: 0,
    mismatch: null,
  };
  for (;;) {
    const links = await linksAfter(tx, tenantId, verification.position);
    for (const link of links) {
      const wrong = mismatchOf(tenantId, verification, link);
      if (wrong !== null) {
        verification.mismatch ??= { ...wrong, count: 0 };
        verification.mismatch.count++;
      }
      if (link.audit_hash !== null && link.audit_now === null && link.may_be_gone)
        verification.purged++;
      verification.position = link.position;
      verification.hash = link.hash;
      if (link.position === requested) verification.requestedHash = link.hash;
    }
    if (links.length < pageSize) return verification;
  }
}

function linksAfter(tx: Tx, tenantId: number | null, position: bigint): Promise<StoredLink[]> {
  return tenantId === null
    ? platformLinksAfter(tx, position)
    : tenantLinksAfter(tx, tenantId, position);
}

async function platformLinksAfter(tx: Tx, position: bigint): Promise<StoredLink[]> {
  const { rows } = await sql<StoredLink>`
    select l.position, l.audit_id, encode(l.audit_hash, 'hex') as audit_hash, null as entry_id, null as revision,
      null as entry_hash, ${canonicalMoment("l.recorded_at")} as recorded_at, encode(l.hash, 'hex') as hash,
      audit.hash as audit_now, null as entry_now, l.recorded_at < now() - interval '365 days' as may_be_gone
    from platform_chain_links l
    left join lateral (
      select ${auditHash} as hash from audit_log a where a.id = l.audit_id and a.tenant_id is null
    ) audit on true
    where l.position > ${position}
    order by l.position limit ${pageSize}`.execute(tx);
  return rows;
}

async function tenantLinksAfter(tx: Tx, tenantId: number, position: bigint): Promise<StoredLink[]> {
  const { rows } = await sql<StoredLink>`
    select l.position, l.audit_id, encode(l.audit_hash, 'hex') as audit_hash, l.entry_id, l.revision,
      encode(l.entry_hash, 'hex') as entry_hash, ${canonicalMoment("l.recorded_at")} as recorded_at,
      encode(l.hash, 'hex') as hash, audit.hash as audit_now, entry.hash as entry_now,
      l.recorded_at < now() - interval '365 days' as may_be_gone
    from chain_links l
    left join lateral (
      select ${auditHash} as hash from audit_log a where a.id = l.audit_id and a.tenant_id = l.tenant_id
    ) audit on true
    left join lateral (
      select ${entryHash} as hash from ${entryHeads} h
      where h.tenant_id = l.tenant_id and h.entry_id = l.entry_id and h.revision = l.revision
    ) entry on true
    where l.tenant_id = ${tenantId} and l.position > ${position}
    order by l.position limit ${pageSize}`.execute(tx);
  return rows;
}

function mismatchOf(
  tenantId: number | null,
  { position, hash }: Verification,
  link: StoredLink,
): Mismatch | null {
  const own = `link ${link.position}`;
  const subject = `link:${link.position}`;
  if (link.position !== position + 1n) {
    return { subject, found: `${own} follows ${position}: links between them are gone` };
  }
  if (linkHash(tenantId, hash, link) !== link.hash) {
    return { subject, found: `${own} was changed, or the one before it` };
  }
  if (link.entry_hash !== null && link.entry_now !== link.entry_hash) {
    const what = link.entry_now === null ? "is gone" : "was changed";
    return {
      subject: `entry:${link.entry_id}`,
      found: `${own}: revision ${link.revision} of entry ${link.entry_id} ${what} since it was chained`,
    };
  }
  if (link.audit_hash === null || link.audit_now === link.audit_hash) return null;
  if (link.audit_now === null && link.may_be_gone) return null;
  const what = link.audit_now === null ? "is gone" : "was changed";
  return {
    subject: `audit:${link.audit_id}`,
    found: `${own}: row ${link.audit_id} of the audit log ${what} since it was chained`,
  };
}

/**
 * Checks that the recorded rows are still those that were chained. Reports the first link of each
 * chain that does not match, a head that is not the last link, and rows that bypassed the chain.
 * Rows that wait to be chained are not faults, nor are audit log rows deleted after their retention
 * period.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope may read, and the
 * platform.
 */
export async function chainFaults(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  const { rows: heads } = await sql<Head & { tenant_id: number }>`
    select tenant_id, position, encode(hash, 'hex') as hash from chain_heads
    where ${tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`}
    order by tenant_id`.execute(tx);
  const faults: Fault[] = [];
  if (tenantId === null) faults.push(...(await platformChainFaults(tx)).faults);
  for (const head of heads) {
    faults.push(...(await faultsOfLinks(tx, head)));
    faults.push(...(await unlinkedRows(tx, head.tenant_id)));
  }
  return faults;
}

/** The link and row up to which the platform's own log was verified. */
export type VerifiedUpTo = {
  /** The last link, and its hash. */
  position: bigint;
  hash: string;
  /** The last log row up to which every row has a link. */
  settled: bigint;
};

/** Before the first link and any row: a row inserted by hand may have a negative id. */
const chainStart: VerifiedUpTo = { position: 0n, hash: genesisHash, settled: -(2n ** 63n) };

/**
 * Verifies the platform's own log, in a transaction that reads all tenants.
 *
 * @param since where to continue: checks later links, and that this link is unchanged.
 * @returns the faults, and how far it was verified.
 */
export async function platformChainFaults(
  tx: Tx,
  since: VerifiedUpTo = chainStart,
): Promise<{ faults: Fault[]; verified: VerifiedUpTo }> {
  const { settled, ...head } = await platformHead(tx);
  const { position, hash } = head;
  const faults = [
    ...(await verifiedLinkFaults(tx, since)),
    ...(await faultsOfLinks(tx, head, since)),
    ...(await unlinkedPlatformRows(tx, since.settled)),
  ];
  return { faults, verified: { position, hash, settled } };
}

/** A fault when the link up to which a chain was verified before has changed. */
async function verifiedLinkFaults(tx: Tx, { position, hash }: VerifiedUpTo): Promise<Fault[]> {
  if (position === 0n) return [];
  const { rows } = await sql<{ same: boolean }>`
    select encode(hash, 'hex') = ${hash} as same from platform_chain_links where position = ${position}`.execute(
    tx,
  );
  const link = atMostOne(rows);
  if (link?.same === true) return [];
  const what = link === undefined ? "is gone" : "was changed";
  const message = `link ${position} ${what} since the log was last verified as a whole`;
  return [{ kind: "chain_broken", tenant_id: null, subject: `link:${position}`, message }];
}

/** The recorded head of a chain; the platform's when it has no tenant. */
type Head = { tenant_id: number | null; position: bigint; hash: string };

/** A missing head is that of a chain without links. */
async function platformHead(tx: Tx): Promise<Head & { settled: bigint }> {
  const { rows } = await sql<Head & { settled: bigint }>`
    select null as tenant_id, position, encode(hash, 'hex') as hash, settled_audit_id as settled
    from platform_chain_heads`.execute(tx);
  return atMostOne(rows) ?? { tenant_id: null, ...chainStart };
}

async function faultsOfLinks(
  tx: Tx,
  { tenant_id, position, hash }: Head,
  since = chainStart,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const verification = await verifyChain(tx, tenant_id, undefined, since);
  if (verification.mismatch !== null) {
    const { subject, found, count } = verification.mismatch;
    const message = count === 1 ? found : [found, `${count - 1} more do not fit`].join("; ");
    faults.push({ kind: "chain_broken", tenant_id, subject, message });
  }
  const isBehind = verification.position < position || position < since.position;
  if (isBehind || (verification.position === position && verification.hash !== hash)) {
    const found = `the head of the chain is link ${position} with the hash ${hash}, and the last link is ${verification.position} with ${verification.hash}`;
    faults.push({
      kind: "chain_head_wrong",
      tenant_id,
      subject: `link:${position}`,
      message: found,
    });
  }
  return faults;
}

async function unlinkedPlatformRows(tx: Tx, since: bigint): Promise<Fault[]> {
  const { rows } = await sql<Omit<Fault, "kind">>`
    select null as tenant_id, 'audit:' || a.id as subject,
      format('row %s of the audit log was recorded beside the chain', a.id) as message
    from platform_chain_heads c join audit_log a
      on a.tenant_id is null and a.id > ${since} and a.id <= c.settled_audit_id
    where not exists (select from platform_chain_links l where l.audit_id = a.id)
    order by a.id`.execute(tx);
  return rows.map((row) => ({ kind: "chain_missed", ...row }));
}

/** Rows without a link although everything of their time is chained: they were inserted by hand. */
async function unlinkedRows(tx: Tx, tenantId: number): Promise<Fault[]> {
  const { rows } = await sql<Omit<Fault, "kind">>`
    select c.tenant_id, 'entry:' || h.entry_id as subject,
      format('revision %s of entry %s was recorded beside the chain', h.revision, h.entry_id) as message
    from chain_heads c join ${entryHeads} h on h.tenant_id = c.tenant_id
    where c.tenant_id = ${tenantId} and c.settled_audit_id is not null
      and not exists (
        select from chain_links l
        where l.tenant_id = c.tenant_id and l.entry_id = h.entry_id and l.revision = h.revision)
      and not exists (
        select from audit_log a
        where a.tenant_id = c.tenant_id and a.id > c.settled_audit_id
          and a.subject = 'entry:' || h.entry_id and h.revision = case
            when a.action in ('entry.posted', 'entry.revised') then (a.detail->>'revision')::integer end)
    union all
    select c.tenant_id, 'audit:' || a.id,
      format('row %s of the audit log was recorded beside the chain', a.id)
    from chain_heads c join audit_log a on a.tenant_id = c.tenant_id and a.id <= c.settled_audit_id
    where c.tenant_id = ${tenantId} and not exists (
      select from chain_links l where l.tenant_id = c.tenant_id and l.audit_id = a.id)
    order by 1, 2`.execute(tx);
  return rows.map((row) => ({ kind: "chain_missed", ...row }));
}
