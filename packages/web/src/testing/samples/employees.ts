import { kobo } from "@kontor/books/money";
import { listBankAccountChanges } from "@kontor/contract/employees/bank";
import { listBenefits } from "@kontor/contract/employees/benefits";
import {
  getEmployee,
  getEmployeeChoices,
  listEmployeeHistory,
  type listEmployees,
} from "@kontor/contract/employees/employees";
import { getSettlement } from "@kontor/contract/employees/leaving";
import {
  getArrearsWindow,
  listOpeningFigures,
  listPayItems,
  listPayRates,
  listReliefs,
} from "@kontor/contract/employees/pay";
import type { DataOf } from "@kontor/contract/endpoint";
import { getLiterals } from "@kontor/contract/literals";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { getPortalAccess } from "@kontor/contract/portal/invitation";

import type { FakeApi } from "../fake-api.ts";
import { listedOrganization } from "./organizations.ts";
import { payrollSettingsInEffect } from "./payroll-settings.ts";
import { portalAccess } from "./portal.ts";

type Employee = DataOf<typeof getEmployee>;
type Listed = DataOf<typeof listEmployees>[number];
type Choices = DataOf<typeof getEmployeeChoices>;
type PayRate = DataOf<typeof listPayRates>[number];
type PayItem = DataOf<typeof listPayItems>[number];
type Benefit = DataOf<typeof listBenefits>[number];
type Relief = DataOf<typeof listReliefs>[number];
type BankChange = DataOf<typeof listBankAccountChanges>[number];
type Settlement = DataOf<typeof getSettlement>;
type Event = DataOf<typeof listEmployeeHistory>[number];

/** Ada Okafor of Acme Corporation, with a salary of ₦450,000.00 a month. */
export function listedEmployee(more: Partial<Listed> = {}): Listed {
  return {
    id: 21,
    tenant_id: 7,
    company_id: 9,
    staff_no: "ACM-0012",
    first_name: "Ada",
    last_name: "Okafor",
    organization: "Acme Corporation",
    branch: "Ikeja Branch",
    department: "Finance",
    designation: "Accountant",
    grade: "L4",
    status: "ACTIVE",
    start_date: "2024-02-01",
    exit_date: null,
    monthly_pay: kobo(45_000_000n),
    missing: [],
    bank_change_waiting: false,
    demo: false,
    ...more,
  };
}

const bank = {
  bank_code: "058",
  bank_name: "Guaranty Trust Bank",
  account_number: "••••••6789",
  account_name: "ADA NGOZI OKAFOR",
  verified_at: new Date("2026-03-05T13:30:00Z"),
  provider_name: "ADA NGOZI OKAFOR",
  warnings: [],
};

/** The same employee on her own page: ready for payroll. */
export function openedEmployee(more: Partial<Employee> = {}): Employee {
  const rate = payRate();
  return {
    id: 21,
    tenant_id: 7,
    company_id: 9,
    organization: "Acme Corporation",
    version: 3,
    status: "ACTIVE",
    demo: false,
    created_at: new Date("2024-02-01T09:00:00Z"),
    missing: [],
    personal: {
      first_name: "Ada",
      middle_name: "Ngozi",
      last_name: "Okafor",
      email: "ada@acme-corp.example",
      phone: "0803 123 4567",
      birth_date: "1990-05-14",
      gender: "FEMALE",
      state_id: 25,
      state: "Lagos",
      local_government_id: 511,
      local_government: "Ikeja",
    },
    job: {
      staff_no: "ACM-0012",
      branch_id: 3,
      branch: "Ikeja Branch",
      department: "Finance",
      designation: "Accountant",
      grade: "L4",
      worker: false,
      start_date: "2024-02-01",
    },
    exit: null,
    past_employments: [],
    statutory: {
      nin: "•••••••4567",
      tax_id: "•••••••••0123",
      rsa_pin: "•••••••••••6789",
      pfa: "leadway",
      pfa_name: "Leadway Pensure PFA",
      pension_exemption: null,
      pension_exemption_note: "",
      nhf_number: "",
      nhf_consent: false,
    },
    bank,
    bank_change_waiting: false,
    erasure: null,
    pay_shown: true,
    pay: {
      id: rate.id,
      from_date: rate.from_date,
      basic: rate.basic,
      housing: rate.housing,
      transport: rate.transport,
      other: rate.other,
      monthly_pay: rate.monthly_pay,
    },
    next_pay: null,
    ...more,
  };
}

export function employeeChoices(more: Partial<Choices> = {}): Choices {
  return {
    branches: [
      { id: 3, name: "Ikeja Branch", code: "LAG-01" },
      { id: 4, name: "Kano Branch", code: "KAN-01" },
    ],
    departments: ["Finance", "Sales"],
    designations: ["Accountant"],
    grades: ["L4"],
    next_staff_no: "ACM-0013",
    ...more,
  };
}

/** ₦450,000.00 a month since the start. */
export function payRate(more: Partial<PayRate> = {}): PayRate {
  return {
    id: 61,
    from_date: "2024-02-01",
    basic: kobo(25_000_000n),
    housing: kobo(10_000_000n),
    transport: kobo(6_000_000n),
    other: kobo(4_000_000n),
    monthly_pay: kobo(45_000_000n),
    reason: "",
    recorded_at: new Date("2024-02-01T09:00:00Z"),
    recorded_by: "Bola Ade",
    superseded_at: null,
    ...more,
  };
}

/** Overtime of ₦35,000.00, once. */
export function payItem(more: Partial<PayItem> = {}): PayItem {
  return {
    id: 71,
    name: "Overtime",
    kind: "EARNING",
    amount: kobo(3_500_000n),
    taxable: true,
    pensionable: false,
    from_month: "2026-03",
    to_month: "2026-03",
    settlement: false,
    version: 1,
    ...more,
  };
}

/** Rent of ₦1,200,000.00, waiting for a second person. */
export function relief(more: Partial<Relief> = {}): Relief {
  return {
    id: 81,
    year: 2026,
    rent: kobo(120_000_000n),
    life_premium: kobo(0n),
    owner_occupier_interest: kobo(0n),
    nhis: kobo(0n),
    status: "WAITING",
    document_id: 91,
    document_name: "tenancy.pdf",
    claimed_at: new Date("2026-03-05T13:30:00Z"),
    claimed_by: "Bola Ade",
    own_claim: false,
    decided_at: null,
    decided_by: null,
    reason: "",
    ...more,
  };
}

/** Another account, waiting for a second person. */
export function bankChange(more: Partial<BankChange> = {}): BankChange {
  return {
    id: 95,
    bank_code: "044",
    bank_name: "Access Bank",
    account_number: "••••••4321",
    account_name: "ADA N OKAFOR",
    name_only: false,
    provider_name: "ADA NGOZI OKAFOR",
    warnings: [],
    status: "WAITING",
    asked_at: new Date("2026-03-05T13:30:00Z"),
    asked_by: "Bola Ade",
    own_change: false,
    decided_at: null,
    decided_by: null,
    reason: "",
    ...more,
  };
}

/** Leave days are owed to the employee, and the employee owes a laptop. */
export function settlement(more: Partial<Settlement> = {}): Settlement {
  return {
    exit_date: "2026-03-15",
    days_employed: 15,
    days_in_month: 31,
    monthly_pay: kobo(45_000_000n),
    owed: [
      { ...payItem({ id: 72, name: "Leave days", settlement: true }), payroll: null },
      {
        ...payItem({ id: 73, name: "Laptop", kind: "DEDUCTION", taxable: false, settlement: true }),
        payroll: null,
      },
    ],
    to_employee: kobo(3_500_000n),
    from_employee: kobo(3_500_000n),
    ...more,
  };
}

/** An official car that cost ₦24,000,000.00: ₦100,000.00 a month is taxed. */
export function benefit(more: Partial<Benefit> = {}): Benefit {
  return {
    id: 81,
    name: "Official car",
    kind: "ASSET",
    value: kobo(24_000_000_00n),
    employee_pays: kobo(0n),
    from_date: "2026-01-01",
    to_date: null,
    monthly_value: kobo(100_000_00n),
    version: 1,
    ...more,
  };
}

export function employeeEvent(more: Partial<Event> = {}): Event {
  return {
    id: 1,
    action: "employee.job-changed",
    actor: "Bola Ade",
    recorded_at: new Date("2026-03-05T13:30:00Z"),
    changes: [{ field: "department", from: "Sales", to: "Finance" }],
    ...more,
  };
}

/** Handles the calls of an employee's page, tab by tab. */
export function answerEmployee(api: FakeApi, more: Partial<Employee> = {}): void {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getLiterals, () => ({ states }));
  api.on(getEmployee, () => openedEmployee(more));
  api.on(getEmployeeChoices, () => employeeChoices());
  api.on(payrollSettings.get.organization, () => payrollSettingsInEffect());
  api.on(listPayRates, () => [payRate()]);
  api.on(getArrearsWindow, () => ({ from: null, next: null }));
  api.on(listPayItems, () => [payItem()]);
  api.on(listBenefits, () => []);
  api.on(listOpeningFigures, () => []);
  api.on(listReliefs, () => [relief()]);
  api.on(listBankAccountChanges, () => [bankChange()]);
  api.on(getSettlement, () => settlement());
  api.on(listEmployeeHistory, () => ({ data: [employeeEvent()], total: 1 }));
  api.on(getPortalAccess, () => portalAccess());
  api.on(getPayCorrections, () => ({
    left: false,
    corrections: [],
    items: [],
    left_out_items: [],
    unpaid_months: [],
    overpaid_contributions: [],
    to_pay: [],
  }));
}

const states = [
  { id: 20, name: "Kano", local_governments: [{ id: 405, name: "Dala" }] },
  { id: 25, name: "Lagos", local_governments: [{ id: 511, name: "Ikeja" }] },
];
