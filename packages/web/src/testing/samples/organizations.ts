import type { DataOf } from "@kontor/contract/endpoint";
import type { listOrganizations } from "@kontor/contract/organizations";

/** A row of the organizations. */
export function listedOrganization(
  more: Partial<DataOf<typeof listOrganizations>[number]> = {},
): DataOf<typeof listOrganizations>[number] {
  return {
    tenant_id: 7,
    company_id: 9,
    code: "acme-corp",
    name: "Acme Corporation",
    email: "office@acme-corp.example",
    logo: null,
    initials: "AC",
    brand_color: "#004AAD",
    status: "ACTIVE",
    created_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  };
}
