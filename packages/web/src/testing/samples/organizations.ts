import type { DataOf } from "@kontor/contract/endpoint";
import type {
  getOrganization,
  listOrganizations,
} from "@kontor/contract/organizations/organizations";

type Listed = DataOf<typeof listOrganizations>[number];
type Organization = DataOf<typeof getOrganization>;

/** A row of the organizations. */
export function listedOrganization(more: Partial<Listed> = {}): Listed {
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
    accounting_off: false,
    created_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  };
}

/** An organization as its own page loads it. */
export function openedOrganization(more: Partial<Organization> = {}): Organization {
  return {
    tenant_id: 7,
    company_id: 9,
    name: "Acme Corporation",
    code: "acme-corp",
    status: "ACTIVE",
    suspended_at: null,
    suspension_reason: "",
    email: "office@acme-corp.example",
    support_email: "support@acme-corp.example",
    address: "12 Marina, Lagos Island",
    emp_prefix: "",
    admin_name: "Bola Ade",
    admin_email: "bola@acme-corp.example",
    state: null,
    brand_color: "#004AAD",
    about: "",
    employee_benefits: "",
    logo_url: "/api/files/acme",
    initials: "AC",
    version: 3,
    created_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  };
}
