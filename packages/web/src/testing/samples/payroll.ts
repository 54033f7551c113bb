import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { listPayslips, type getPayslip } from "@kontor/contract/payroll/payslips";
import { getRun, type listRuns } from "@kontor/contract/payroll/runs";

import type { FakeApi } from "../fake-api.ts";

type ListedRun = DataOf<typeof listRuns>[number];
type Run = DataOf<typeof getRun>;
type ListedPayslip = DataOf<typeof listPayslips>[number];
type Payslip = DataOf<typeof getPayslip>;

/** An amount and its sign, from kobo that may be negative. */
export function signed(amount: bigint): { amount: ReturnType<typeof kobo>; negative: boolean } {
  return { amount: kobo(amount < 0n ? -amount : amount), negative: amount < 0n };
}

/** A row of the payroll runs: March 2026 with three employees, a draft. */
export function listedRun(more: Partial<ListedRun> = {}): ListedRun {
  return {
    id: 31,
    number: "PR-000003",
    tenant_id: 7,
    company_id: 9,
    company_name: "Acme Corporation",
    period: "2026-03",
    cycle: "REGULAR",
    status: "DRAFT",
    payday: "2026-03-25",
    people: 3,
    gross: kobo(1_200_000_00n),
    net: kobo(950_000_00n),
    cost: kobo(1_332_000_00n),
    difference: signed(50_000_00n),
    stale: false,
    updated_at: new Date("2026-03-20T08:30:00Z"),
    ...more,
  };
}

/** The entry of the sample run: both sides add up to ₦1,332,000.00. */
const posting: Run["posting"] = [
  { ledger: "04-01-0002 Basic salaries", dc: "DR", amount: kobo(1_200_000_00n) },
  { ledger: "04-01-0007 Employer's pension", dc: "DR", amount: kobo(120_000_00n) },
  { ledger: "04-01-0008 Employer's NSITF", dc: "DR", amount: kobo(12_000_00n) },
  { ledger: "02-01-0001 PAYE payable", dc: "CR", amount: kobo(130_000_00n) },
  { ledger: "02-01-0002 Pension payable", dc: "CR", amount: kobo(216_000_00n) },
  { ledger: "02-01-0005 NSITF payable", dc: "CR", amount: kobo(12_000_00n) },
  { ledger: "02-01-0006 Staff loans", dc: "CR", amount: kobo(4_000_00n) },
  { ledger: "01-02-0001 Salary advances receivable", dc: "CR", amount: kobo(20_000_00n) },
  { ledger: "02-01-0004 Net salaries payable", dc: "CR", amount: kobo(950_000_00n) },
];

/** The same run as its page loads it: calculated and without obstacles. */
export function openedRun(more: Partial<Run> = {}): Run {
  return {
    ...listedRun(),
    version: 2,
    title: "",
    totals: {
      gross: kobo(1_200_000_00n),
      benefits: signed(0n),
      deductions: signed(250_000_00n),
      net: kobo(950_000_00n),
      employer: kobo(132_000_00n),
      cost: kobo(1_332_000_00n),
      paye: kobo(130_000_00n),
      pension_employee: kobo(96_000_00n),
      pension_employer: kobo(120_000_00n),
      nhf: kobo(0n),
      nsitf: kobo(12_000_00n),
      itf: kobo(0n),
      advances: kobo(20_000_00n),
    },
    calculation: {
      state: "DONE",
      done: 3,
      total: 3,
      finished_at: new Date("2026-03-20T08:30:00Z"),
      problem: "",
    },
    changes: [],
    compared_with: { id: 30, number: "PR-000002", period: "2026-02" },
    variance: [
      {
        reason: "rate",
        people: 1,
        gross: signed(80_000_00n),
        net: signed(80_000_00n),
        cost: signed(80_000_00n),
      },
      {
        reason: "statutory",
        people: 2,
        gross: signed(0n),
        net: signed(-30_000_00n),
        cost: signed(8_000_00n),
      },
    ],
    warnings: [],
    gaps: [],
    excluded: 0,
    kept_exclusions: 0,
    wallet: null,
    payment: {
      paid: 0,
      under_way: 0,
      failed: 0,
      unpaid: kobo(950_000_00n),
      to_send: kobo(950_000_00n),
    },
    posting,
    entry: null,
    events: [
      { event: "STARTED", by: "Tunde Preparer", at: new Date("2026-03-20T08:29:00Z"), reason: "" },
      { event: "CALCULATED", by: "", at: new Date("2026-03-20T08:30:00Z"), reason: "" },
    ],
    remitted: kobo(0n),
    next_step_refused: null,
    outside_payment_refused: null,
    ...more,
  };
}

/** The wallet of a run, in kobo. */
export function walletWith(
  balance: bigint,
  missing: bigint,
  neededLater = 0n,
): NonNullable<Run["wallet"]> {
  return {
    balance: kobo(balance),
    needed_later: kobo(neededLater),
    missing: kobo(missing),
  };
}

/** A row of that run's payslips. */
export function listedPayslip(more: Partial<ListedPayslip> = {}): ListedPayslip {
  return {
    id: 501,
    employee_id: 21,
    staff_no: "ACM-0007",
    name: "Okafor, Ada",
    gross: signed(450_000_00n),
    deductions: signed(90_000_00n),
    net: signed(360_000_00n),
    employer: kobo(49_500_00n),
    difference: signed(50_000_00n),
    reasons: ["rate"],
    warnings: [],
    blocked: false,
    excluded: false,
    payment: null,
    payment_problem: "",
    ...more,
  };
}

const lines: Payslip["lines"] = [
  {
    code: "basic",
    kind: "earning",
    label: "Basic",
    amount: kobo(450_000_00n),
    rule: { name: "Pay rate", section: null, source: null, pack: null },
    inputs: [{ name: "A month", value: "₦450,000.00" }],
    arithmetic: "₦450,000.00 × 31 ÷ 31 days",
  },
  {
    code: "paye",
    kind: "deduction",
    label: "PAYE",
    amount: kobo(54_000_00n),
    rule: {
      name: "Income tax",
      section: "Nigeria Tax Act 2025, Fourth Schedule",
      source: "Federal Republic of Nigeria Official Gazette",
      pack: "NTA 2026",
    },
    inputs: [{ name: "Chargeable income of the year", value: "₦4,200,000.00" }],
    arithmetic: "₦648,000.00 ÷ 12",
  },
  {
    code: "pension_employee",
    kind: "deduction",
    label: "Pension",
    amount: kobo(36_000_00n),
    rule: {
      name: "Pension",
      section: "Pension Reform Act 2014, s.4",
      source: null,
      pack: null,
    },
    inputs: [],
    arithmetic: "₦450,000.00 × 8%",
  },
  {
    code: "pension_employer",
    kind: "employer",
    label: "Pension",
    amount: kobo(49_500_00n),
    rule: {
      name: "Pension",
      section: "Pension Reform Act 2014, s.4",
      source: null,
      pack: null,
    },
    inputs: [],
    arithmetic: "₦450,000.00 × 11%",
  },
];

/** The same payslip as its own page loads it. */
export function openedPayslip(more: Partial<Payslip> = {}): Payslip {
  return {
    ...listedPayslip(),
    period: "2026-03",
    lines,
    variance: [
      {
        reason: "rate",
        gross: signed(50_000_00n),
        net: signed(50_000_00n),
        cost: signed(50_000_00n),
        lines: [
          {
            code: "basic",
            label: "Basic",
            before: signed(400_000_00n),
            after: signed(450_000_00n),
          },
        ],
      },
    ],
    warning_details: [],
    year_to_date: {
      gross: kobo(1_250_000_00n),
      taxable: kobo(1_150_000_00n),
      benefits: kobo(0n),
      pension: kobo(100_000_00n),
      nhf: kobo(0n),
      paye: kobo(150_000_00n),
      net: kobo(1_000_000_00n),
    },
    bank_account: "Access Bank ••••••0031",
    excluded_reason: "",
    exclusion: null,
    transfers: [],
    outside_payments: [],
    ...more,
  };
}

/** A payment to Ada from the bank instead of the wallet. */
export function outsidePayment(
  more: Partial<Payslip["outside_payments"][number]> = {},
): Payslip["outside_payments"][number] {
  return {
    id: 71,
    amount: kobo(360_000_00n),
    paid_on: "2026-03-26",
    ledger: { id: 21, code: "01-01-0002", name: "Bank clearing" },
    note: "Cheque 000123 of First Bank",
    entry: { entry_id: 91, entry_type_id: 13, ent_number: "PAY-000012" },
    recorded_at: new Date("2026-03-26T08:00:00Z"),
    recorded_by: "Aisha Bello",
    reversal: null,
    ...more,
  };
}

/**
 * Handles the calls of a run's page with the run that was last set. @returns a function that sets
 * and returns another run.
 */
export function answerRun(api: FakeApi, first: Run = openedRun(), rows = [listedPayslip()]) {
  let now = first;
  api.on(getRun, () => now);
  api.on(listPayslips, () => ({ data: rows, total: rows.length }));
  return (next: Run): Run => {
    now = next;
    return next;
  };
}
