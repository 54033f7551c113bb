import { kobo } from "@kontor/books/money";
import type { listPayRates } from "@kontor/contract/employee-pay";
import type { getEmployee, getEmployeeChoices, listEmployees } from "@kontor/contract/employees";
import type { DataOf } from "@kontor/contract/endpoint";

type Employee = DataOf<typeof getEmployee>;
type Listed = DataOf<typeof listEmployees>[number];
type Choices = DataOf<typeof getEmployeeChoices>;
type PayRate = DataOf<typeof listPayRates>[number];

/** Ada Okafor of Acme Corporation, who is paid ₦450,000.00 a month. */
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

/** The same employee as the own page shows it: ready for payroll. */
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
      nhf_number: "",
      nhf_consent: false,
    },
    bank: {
      bank_code: "058",
      bank_name: "Guaranty Trust Bank",
      account_number: "••••••6789",
      account_name: "ADA NGOZI OKAFOR",
      verified_at: new Date("2026-03-05T13:30:00Z"),
    },
    bank_change_waiting: false,
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
function payRate(more: Partial<PayRate> = {}): PayRate {
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
