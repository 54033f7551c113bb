import type { RecordPath } from "./data.ts";

/** A link to the card of an advance, with its plan and repayments. */
export function cardLink({ tenant_id, company_id, id }: RecordPath) {
  const params = { tenant_id: String(tenant_id), company_id: String(company_id), id: String(id) };
  return { to: "/app/salary-advances/$tenant_id/$company_id/$id", params } as const;
}
