import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { getPortalOffer, listPortalAdvances } from "@kontor/contract/portal/advances";
import type { getPortalAccess } from "@kontor/contract/portal/invitation";
import { portalMe } from "@kontor/contract/portal/session";

import type { FakeApi } from "../fake-api.ts";
import { offered } from "./salary-advances.ts";

type Self = DataOf<typeof portalMe>;
type Advance = DataOf<typeof listPortalAdvances>[number];
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

/** ₦100,000 that Ada asks for, to be paid back in two months. */
export function portalAdvance(more: Partial<Advance> = {}): Advance {
  return {
    id: 61,
    number: "SA-000012",
    status: "PENDING",
    amount: kobo(100_000_00n),
    interest: kobo(986_30n),
    payback_amount: kobo(100_986_30n),
    interest_rate: 12,
    requested_at: new Date("2026-03-10T08:30:00Z"),
    due_date: "2026-04-25",
    instalments: [
      { number: 1, due: "2026-03-25", amount: kobo(50_246_58n), repaid: kobo(0n) },
      { number: 2, due: "2026-04-25", amount: kobo(50_739_72n), repaid: kobo(0n) },
    ],
    outstanding: kobo(0n),
    decided_at: null,
    reason: "",
    withdrawn: false,
    revoked: false,
    paid_at: null,
    ...more,
  };
}

/** Answers everything that the first page of the portal asks for. */
export function answerPortal(api: FakeApi, self: Partial<Self> = {}): void {
  api.on(portalMe, () => portalSelf(self));
  api.on(getPortalOffer, () => offered());
  api.on(listPortalAdvances, () => ({ data: [], total: 0 }));
}
