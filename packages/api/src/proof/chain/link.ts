import { createHash } from "node:crypto";

import { sql, type RawBuilder } from "kysely";

/** The content of a link: hashes in hexadecimal, the moment as canonical text. */
export type LinkContent = {
  position: bigint;
  audit_id: number | null;
  audit_hash: string | null;
  entry_id: number | null;
  revision: number | null;
  entry_hash: string | null;
  recorded_at: string;
};

/** The previous hash of the first link of a chain. */
export const genesisHash = "0".repeat(64);

/**
 * The hash of a link: SHA-256 of a JSON array in UTF-8 without spaces, of the link's content and
 * the hash of the previous link.
 *
 * @param tenantId null for the platform's own chain.
 * @returns 64 hexadecimal digits.
 */
export function linkHash(tenantId: number | null, previous: string, link: LinkContent): string {
  const facts = [
    "link",
    1,
    tenantId,
    Number(link.position),
    previous,
    link.audit_id,
    link.audit_hash,
    link.entry_id,
    link.revision,
    link.entry_hash,
    link.recorded_at,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

/**
 * The tables of a tenant's chain, or of the platform's when null, and the condition on its rows.
 */
export function chainTables(
  tenantId: number | null,
): Readonly<Record<"links" | "heads" | "own", RawBuilder<unknown>>> {
  return tenantId === null
    ? { links: sql`platform_chain_links`, heads: sql`platform_chain_heads`, own: sql`true` }
    : { links: sql`chain_links`, heads: sql`chain_heads`, own: sql`tenant_id = ${tenantId}` };
}
