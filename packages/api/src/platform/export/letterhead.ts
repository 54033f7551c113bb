import { brandingOf, logoPng } from "../organization/branding.ts";
import type { Tx } from "../scope.ts";
import type { Letterhead } from "./pdf.ts";

/** An organization's letterhead; the platform's for null. @throws Refusal `not_found` */
export async function letterheadOf(tx: Tx, tenantId: number | null): Promise<Letterhead> {
  const branding = await brandingOf(tx, tenantId);
  const { name, brand_color, support_email } = branding;
  return { name, brand_color, support_email, logo: await logoPng(tx, branding) };
}
