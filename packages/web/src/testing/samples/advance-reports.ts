import { kobo, ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import type {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";

import { signed } from "./payroll.ts";

type Owed = DataOf<typeof advancesOutstandingReport.read>;
type Ageing = DataOf<typeof advancesAgeingReport.read>;
type Forecast = DataOf<typeof advanceForecastReport.read>;

const ada = {
  tenant_id: 7,
  company_id: 9,
  organization: "Acme Corporation",
  employee_id: 21,
  staff_no: "ACM-0007",
  name: "Okafor, Ada",
};

/** Ada borrowed ₦90,000.00 and has repaid ₦30,000.00; ₦10,000.00 is overdue. */
export function advancesOutstanding(more: Partial<Owed["rows"][number]> = {}): Owed {
  const totals = {
    amount: kobo(90_000_00n),
    repaid: kobo(30_500_00n),
    principal: signed(60_000_00n),
    interest: signed(1_200_00n),
    outstanding: signed(61_200_00n),
    overdue: kobo(10_000_00n),
  };
  const row = { ...ada, advance: null, advances: 1, paid_on: "2026-01-10", next_due: "2026-03-25" };
  const ledger = signed(60_000_00n);
  return {
    rows: [{ ...row, ...totals, ...more }],
    totals,
    receivable: { principal: ledger, ledger, difference: signed(0n) },
  };
}

/** What Ada owes, by age. */
export function advancesAgeing(): Ageing {
  const buckets: Ageing["totals"]["buckets"] = [
    kobo(51_200_00n),
    kobo(10_000_00n),
    ZERO,
    ZERO,
    ZERO,
  ];
  const totals = { buckets, outstanding: kobo(61_200_00n) };
  return { rows: [{ ...ada, advance: null, ...totals }], totals };
}

/** The repayments due in April, and those overdue. */
export function advanceForecast(rows?: Forecast["rows"]): Forecast {
  const april = { principal: kobo(50_000_00n), interest: kobo(1_200_00n), total: kobo(51_200_00n) };
  const late = { principal: kobo(10_000_00n), interest: ZERO, total: kobo(10_000_00n) };
  const of = {
    ...ada,
    tenant_id: null,
    company_id: null,
    organization: "",
    employee_id: null,
    staff_no: "",
    name: "",
    instalment: null,
    instalments: 1,
    people: 1,
  };
  return {
    rows: rows ?? [
      { ...of, period: "overdue", ...late },
      { ...of, period: "2026-04", ...april },
    ],
    totals: { principal: kobo(60_000_00n), interest: kobo(1_200_00n), total: kobo(61_200_00n) },
    months: [
      { period: "overdue", ...late },
      { period: "2026-04", ...april },
    ],
  };
}

/** One instalment of Ada's advance. */
export function forecastInstalment(): Forecast["rows"][number] {
  const instalment = { advance_id: 41, number: "SA-000041", position: 2, due: "2026-04-25" };
  const amounts = {
    principal: kobo(50_000_00n),
    interest: kobo(1_200_00n),
    total: kobo(51_200_00n),
  };
  return { ...ada, period: "2026-04", instalment, instalments: 1, people: 1, ...amounts };
}
