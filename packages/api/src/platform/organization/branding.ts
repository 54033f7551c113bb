import { defaultBrandColor } from "@kontor/contract/reference/branding";
import { sql } from "kysely";

import { atMostOne } from "../database/rows.ts";
import { readFileByKey } from "../files/files.ts";
import { pngOf } from "../files/images.ts";
import { notFound } from "../refusal.ts";
import type { Tx } from "../scope.ts";

/** The branding of an organization, or of the platform, in mails and letters. */
export type Branding = {
  name: string;
  /** Key of the stored logo; when null, the name is shown instead. */
  logo_key: string | null;
  /** `#RRGGBB`. */
  brand_color: string;
  /** The address for questions; null for the platform, which has none of its own. */
  support_email: string | null;
};

/** The platform's own branding, for mails and letters not sent by an organization. */
export const platformBranding: Branding = {
  name: "Kontor",
  logo_key: null,
  brand_color: defaultBrandColor,
  support_email: null,
};

/**
 * An organization's branding; the platform's for null. The organization must be in scope.
 *
 * @throws Refusal `not_found`
 */
export async function brandingOf(tx: Tx, tenantId: number | null): Promise<Branding> {
  if (tenantId === null) return platformBranding;
  const { rows } = await sql<Branding>`
    select t.name, c.logo_key, coalesce(c.brand_color, ${defaultBrandColor}) as brand_color,
      coalesce(c.support_email, t.email) as support_email
    from tenants t left join companies c on c.tenant_id = t.id
    where t.id = ${tenantId} order by c.id limit 1`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The organization");
  return row;
}

/**
 * The logo as PNG, which every mail program and PDF reader can show; undefined when there is none.
 */
export async function logoPng(tx: Tx, branding: Branding): Promise<Buffer | undefined> {
  if (branding.logo_key === null) return undefined;
  const file = await readFileByKey(tx, branding.logo_key);
  return file && pngOf(file.bytes);
}
