import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import type { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";

import { signed } from "./payroll.ts";

type Year = DataOf<typeof yearToDateReport.read>;
type Cost = DataOf<typeof employerCostReport.read>;
type Variance = DataOf<typeof payVarianceReport.read>;

const acme = { tenant_id: 7, company_id: 9, organization: "Acme Corporation" };
const ada = { ...acme, employee_id: 21, staff_no: "ACM-0007", name: "Okafor, Ada" };

/** Ada's year to March: ₦1,350,000.00 gross. */
export function yearToDate(more: Partial<Year["rows"][number]> = {}): Year {
  const totals = {
    gross: signed(1_350_000_00n),
    benefits: { amount: kobo(0n), negative: false },
    pension: kobo(108_000_00n),
    nhf: ZERO,
    paye: kobo(162_000_00n),
    advances: ZERO,
    other: signed(0n),
    net: signed(1_080_000_00n),
    employer: kobo(148_500_00n),
  };
  const row = { ...ada, months: 3, opening: false, ...totals, ...more };
  return { period: "2026-03", rows: [row], totals, openings: row.opening ? 1 : 0 };
}

/** The cost of March: ₦450,000.00 gross and ₦49,500.00 of employer's costs. */
export function employerCost(rows?: Cost["rows"]): Cost {
  const totals = {
    gross: signed(450_000_00n),
    pension: kobo(45_000_00n),
    nsitf: kobo(4_500_00n),
    itf: ZERO,
    cost: signed(499_500_00n),
  };
  const { tenant_id, organization } = acme;
  const march = { tenant_id, organization, period: "2026-03", department: null, people: 1 };
  return {
    rows: rows ?? [{ ...march, ...totals }],
    totals,
    months: [{ period: "2026-03", ...totals }],
    last: {
      period: "2026-03",
      net: signed(360_000_00n),
      paye: kobo(54_000_00n),
      pension: kobo(81_000_00n),
      nhf: ZERO,
      nsitf: kobo(4_500_00n),
      itf: ZERO,
      advances: ZERO,
      other: signed(0n),
    },
  };
}

/** Ada earns ₦50,000.00 more than in the month before. */
export function payVariance(more: Partial<Variance["rows"][number]> = {}): Variance {
  const changes: Variance["components"] = [
    {
      component: "basic",
      before: signed(350_000_00n),
      after: signed(400_000_00n),
      change: signed(50_000_00n),
    },
    {
      component: "paye",
      before: signed(45_000_00n),
      after: signed(54_000_00n),
      change: signed(9_000_00n),
    },
  ];
  const totals = {
    gross_before: signed(400_000_00n),
    gross: signed(450_000_00n),
    gross_change: signed(50_000_00n),
    net_before: signed(319_000_00n),
    net: signed(360_000_00n),
    net_change: signed(41_000_00n),
    cost_change: signed(50_000_00n),
  };
  const payslip = { run_id: 31, id: 501 };
  return {
    period: "2026-03",
    compared: "2026-02",
    rows: [{ ...ada, kind: "CHANGED", ...totals, changes, payslip, ...more }],
    totals,
    unchanged: { people: 0, gross: signed(ZERO), net: signed(ZERO) },
    components: changes,
  };
}
