import type { DataOf } from "@kontor/contract/endpoint";
import type { getOrganization, listOrganizations } from "@kontor/contract/organizations";

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

/** An organization as its page shows it. */
export function openedOrganization(
  more: Partial<DataOf<typeof getOrganization>> = {},
): DataOf<typeof getOrganization> {
  return {
    tenant_id: 7,
    company_id: 9,
    name: "Acme Corporation",
    code: "acme-corp",
    status: "ACTIVE",
    email: "office@acme-corp.example",
    support_email: "support@acme-corp.example",
    address: "1 Marina, Lagos",
    emp_prefix: "ACM",
    admin_name: "Ada Obi",
    admin_email: "ada@acme-corp.example",
    state: null,
    brand_color: "#004AAD",
    about: "",
    employee_benefits: "",
    logo_url: null,
    initials: "AC",
    version: 1,
    created_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  };
}
