import type { DataOf } from "@kontor/contract/endpoint";
import type { getPortalAccess } from "@kontor/contract/portal/invitation";
import type { portalMe } from "@kontor/contract/portal/session";

type Self = DataOf<typeof portalMe>;
type Access = DataOf<typeof getPortalAccess>;

/** Ada Okafor of Acme Corporation, as the portal shows her. */
export function portalSelf(more: Partial<Self> = {}): Self {
  return {
    name: "Ada Okafor",
    first_name: "Ada",
    staff_no: "ACM-0012",
    designation: "Accountant",
    department: "Finance",
    branch: "Ikeja Branch",
    start_date: "2024-02-01",
    exit_date: null,
    email: "ada@acme-corp.example",
    phone: "0803 123 4567",
    bank: {
      bank_name: "First Bank of Nigeria",
      account_number: "••••••4579",
      account_name: "Ada Okafor",
    },
    organization: {
      name: "Acme Corporation",
      logo_url: null,
      brand_color: "#0c768a",
      support_email: "people@acme-corp.example",
    },
    expires_at: new Date("2026-03-10T21:00:00Z"),
    ...more,
  };
}

/** An employee who could be invited and is not yet. */
export function portalAccess(more: Partial<Access> = {}): Access {
  return { email: "ada@acme-corp.example", obstacle: null, invitation: null, ...more };
}
