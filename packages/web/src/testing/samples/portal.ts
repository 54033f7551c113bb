import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { getPortalOffer, listPortalAdvances } from "@kontor/contract/portal/advances";
import type { getPortalAccess } from "@kontor/contract/portal/invitation";
import { listPortalPayslips, type getPortalPayslip } from "@kontor/contract/portal/payslips";
import { portalMe } from "@kontor/contract/portal/session";

import type { FakeApi } from "../fake-api.ts";
import { advanceOffer } from "./salary-advances.ts";

type Self = DataOf<typeof portalMe>;
type Advance = DataOf<typeof listPortalAdvances>[number];
type Access = DataOf<typeof getPortalAccess>;

/** Ada Okafor of Acme Corporation, as the portal shows her. */
export function portalSelf(more: Partial<Self> = {}): Self {
  return {
    employment: { tenant_id: 7, employee_id: 12 },
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
    outgoing_held: false,
    expires_at: new Date("2026-03-10T21:00:00Z"),
    ...more,
  };
}

/** An employee who can be invited and has not been yet. */
export function portalAccess(more: Partial<Access> = {}): Access {
  return {
    email: "ada@acme-corp.example",
    obstacle: null,
    shared_with: [],
    invitation: null,
    ...more,
  };
}

/** Ada's request for ₦100,000, to be repaid in two months. */
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
    on_its_way: false,
    paid_at: null,
    written_off: kobo(0n),
    ...more,
  };
}

/** Handles the calls of the portal's first page. */
export function answerPortal(api: FakeApi, self: Partial<Self> = {}): void {
  api.on(portalMe, () => portalSelf(self));
  api.on(getPortalOffer, () => advanceOffer());
  api.on(listPortalAdvances, () => ({ data: [], total: 0 }));
  api.on(listPortalPayslips, () => ({ data: [], total: 0 }));
}

type PayslipItem = DataOf<typeof listPortalPayslips>[number];
type Payslip = DataOf<typeof getPortalPayslip>;

/** Ada's payslip for March, in the list. */
export function portalPayslipItem(more: Partial<PayslipItem> = {}): PayslipItem {
  return {
    id: 301,
    period: "2026-03",
    cycle: "REGULAR",
    title: "",
    payday: "2026-03-25",
    gross: kobo(300_000_00n),
    deductions: { amount: kobo(106_574_52n), negative: false },
    net: kobo(193_425_48n),
    payment: "PAID",
    paid_at: new Date("2026-03-25T09:30:00Z"),
    ...more,
  };
}

const ownRule = { name: "Rate", section: null, source: null, pack: null };

const yearToDate = {
  gross: kobo(900_000_00n),
  taxable: kobo(930_000_00n),
  benefits: kobo(0n),
  pension: kobo(72_000_00n),
  nhf: kobo(0n),
  paye: kobo(96_540_00n),
  net: kobo(681_065_48n),
};

/** The same payslip with its lines. */
export function portalPayslip(more: Partial<Payslip> = {}): Payslip {
  const line = { rule: ownRule, inputs: [], arithmetic: "₦300,000.00 a month, all of it worked" };
  return {
    ...portalPayslipItem(),
    run: "PR-000012",
    name: "Okafor, Ada",
    staff_no: "ACM-0012",
    lines: [
      { ...line, code: "basic", kind: "earning", label: "Basic", amount: kobo(320_000_00n) },
      {
        ...line,
        code: "item:4",
        kind: "reduction",
        label: "Unpaid leave",
        amount: kobo(20_000_00n),
      },
      { ...line, code: "benefit:5", kind: "benefit", label: "Car", amount: kobo(10_000_00n) },
      { ...line, code: "pension", kind: "deduction", label: "Pension", amount: kobo(24_000_00n) },
      {
        ...line,
        code: "paye",
        kind: "deduction",
        label: "PAYE",
        amount: kobo(32_180_00n),
        rule: {
          name: "Income tax",
          section: "Nigeria Tax Act 2025, s.58 and Fourth Schedule",
          source: null,
          pack: "Nigeria 2026",
        },
        arithmetic: "₦386,160.00 for the year ÷ 12",
      },
      { ...line, code: "nhf", kind: "deduction", label: "National Housing Fund", amount: kobo(0n) },
      {
        ...line,
        code: "advance:61",
        kind: "deduction",
        label: "Salary advance SA-000012",
        amount: kobo(50_394_52n),
        recovery: {
          advance_id: 61,
          principal: kobo(50_000_00n),
          interest: kobo(394_52n),
          left: kobo(50_904_11n),
        },
      },
      {
        ...line,
        code: "pension_employer",
        kind: "employer",
        label: "Pension",
        amount: kobo(30_000_00n),
      },
    ],
    employer: kobo(30_000_00n),
    year: 2026,
    year_to_date: yearToDate,
    bank_account: "First Bank of Nigeria ••••••4579",
    tax_overpaid: kobo(0n),
    ...more,
  };
}
