import { kobo, ZERO } from "@kontor/books/money";
import { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { employerCostReport, yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import { cashFlowReport } from "@kontor/contract/reports/cash-flow";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import {
  balanceSheetReport,
  profitAndLossReport,
} from "@kontor/contract/reports/financial-statements";
import { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import type { FakeApi } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { answerBooks } from "../testing/samples/accounting.ts";
import {
  advanceForecast,
  advancesAgeing,
  advancesOutstanding,
} from "../testing/samples/advance-reports.ts";
import { bankReconciliation, figuresWithoutLink } from "../testing/samples/bank-reconciliation.ts";
import {
  differingEntries,
  fundingMovements,
  reconciliation,
} from "../testing/samples/funding-reports.ts";
import { employerCost, payVariance, yearToDate } from "../testing/samples/pay-reports.ts";
import { paymentList } from "../testing/samples/payments.ts";
import {
  cashFlow,
  dayBook,
  financialLine,
  ledgerSummary,
  payrollRegister,
  registerRow,
  trialBalance,
  trialBalanceRow,
} from "../testing/samples/reports.ts";
import {
  scheduleRow,
  statutoryDue,
  statutoryDues,
  statutorySchedule,
} from "../testing/samples/statutory.ts";
import { memberOf, staffWith } from "../testing/users.ts";

const rights = [
  "reports.read",
  "accounting.read",
  "payroll.read",
  "salary-advances.read",
  "funding.read",
] as const;

/** Why a figure may have no link. */
const reasons = {
  list: "The rows of this very list, on all its pages, add up to it.",
  below: "What adds up to it is listed right below.",
  record: "It is what one record says, which stands in the row.",
  each: "Payslips are listed of one organization at a time, to which its row leads.",
  outside: "It counts what no row has: benefits in kind, or the time before Kontor.",
} as const;

type Screen = {
  address: string;
  /** Whether it is for all organizations. */
  several?: true;
  answer: (api: FakeApi) => void;
  /** Figures without a link, as table, row and column, and why. */
  plain?: Readonly<Record<string, keyof typeof reasons>>;
};

const days = "start_date=2026-03-01&end_date=2026-03-31";
const paged = <Data,>(data: Data, total = 1) => ({ data, total });
const transaction = "/app/reports/transaction";
const payroll = "/app/reports/payroll";

const income = financialLine({ kind: "section", id: null, code: "", name: "Income" });
const profit = financialLine({ ...income, kind: "result", class: null, name: "Net profit" });
const statement = (compared_with: { start_date: string | null; end_date: string } | null) => ({
  rows: [income, financialLine(), profit],
  difference: ZERO,
  short_side: null,
  compared_with,
});

const answerRegister = (api: FakeApi) =>
  api.on(payrollRegisterReport.read, () => paged(payrollRegister([registerRow()])));
const answerSchedule = (api: FakeApi, rows = [scheduleRow()]) => {
  api.on(statutoryDuesReport.read, () => statutoryDues([statutoryDue()]));
  api.on(statutoryScheduleReport.read, () => paged(statutorySchedule(rows)));
};

const movementSums = {
  "Funding Movements: 11 Mar 2026 · 1 movement: In": "below",
  "Funding Movements: 10 Mar 2026 · 1 movement: Out": "below",
  "Funding Movements: Total: In": "list",
  "Funding Movements: Total: Out": "list",
} as const;

const remitted = { "Remittances: Total of 1 posted: Amount": "list" } as const;

const registerTotals = Object.fromEntries(
  ["Basic", "Housing", "Gross", "Deductions", "Employer’s Part"].map(
    (column) => [`Payroll Register: Total: ${column}`, "list"] as const,
  ),
);

const screens: Readonly<Record<string, Screen>> = {
  "trial balance": {
    address: `${transaction}/trial-balance?${days}`,
    answer: (api) => api.on(trialBalanceReport.read, () => trialBalance([trialBalanceRow()])),
    plain: { "Trial Balance: Total: Closing DR": "list" },
  },
  "profit and loss": {
    address: `${transaction}/profit-and-loss?${days}&compare=period_before`,
    answer: (api) =>
      api.on(profitAndLossReport.read, () =>
        statement({ start_date: "2026-02-01", end_date: "2026-02-28" }),
      ),
  },
  "profit and loss of all": {
    address: `${transaction}/profit-and-loss?${days}`,
    several: true,
    answer: (api) =>
      api.on(profitAndLossReport.read, () => ({
        ...statement(null),
        rows: [income, financialLine({ kind: "organization", id: 7, name: "Acme Foods" }), profit],
      })),
  },
  "balance sheet": {
    address: `${transaction}/balance-sheet?as_of=2026-03-31&compare_with=2026-02-28`,
    answer: (api) =>
      api.on(balanceSheetReport.read, () => ({
        ...statement({ start_date: null, end_date: "2026-02-28" }),
        rows: [
          financialLine({ ...income, class: "01", name: "Assets" }),
          financialLine({ class: "01", name: "Bank" }),
          financialLine({ ...income, kind: "unclosed", class: "05", name: "Result" }),
          financialLine({ ...income, kind: "total", class: null, name: "Liabilities and equity" }),
        ],
      })),
  },
  "balance sheet of all": {
    address: `${transaction}/balance-sheet?as_of=2026-03-31`,
    several: true,
    answer: (api) =>
      api.on(balanceSheetReport.read, () => ({
        ...statement(null),
        rows: [
          financialLine({ ...income, class: "01", name: "Assets" }),
          financialLine({ kind: "organization", class: "01", id: 7, name: "Acme Foods" }),
          financialLine({ ...income, kind: "unclosed", class: "05", name: "Result" }),
          financialLine({ ...income, kind: "total", class: null, name: "Liabilities and equity" }),
        ],
      })),
  },
  "cash flow": {
    address: `${transaction}/cash-flow?${days}&compare=period_before`,
    answer: (api) => api.on(cashFlowReport.read, () => cashFlow()),
    plain: Object.fromEntries(
      ["Operating activities", "Changes in operating assets and liabilities"].flatMap((line) =>
        ["Amount", "Compared With", "Change"].map(
          (column) => [`Cash Flow: ${line}: ${column}`, "below"] as const,
        ),
      ),
    ),
  },
  "cash flow of all": {
    address: `${transaction}/cash-flow?${days}`,
    several: true,
    answer: (api) => api.on(cashFlowReport.read, () => cashFlow("organization")),
    plain: { "Cash Flow: Operating activities: Amount": "below" },
  },
  "day book": {
    address: `${transaction}/day-book?${days}`,
    answer: (api) => api.on(dayBookReport.read, () => paged(dayBook)),
  },
  "ledger summary": {
    address: `${transaction}/ledger-summary?${days}`,
    answer: (api) => api.on(ledgerSummaryReport.read, () => ledgerSummary()),
  },
  "ledger summary of all": {
    address: `${transaction}/ledger-summary?${days}`,
    several: true,
    answer: (api) => api.on(ledgerSummaryReport.read, () => ledgerSummary("organization")),
  },
  "bank reconciliation": {
    address: `${transaction}/bank-reconciliation?as_of=2026-02-28`,
    answer: (api) => api.on(bankReconciliationReport.read, () => bankReconciliation()),
    plain: figuresWithoutLink,
  },
  "month-end checklist": {
    address: `${transaction}/month-end?period=2026-02`,
    answer: (api) =>
      api.on(monthEndReport.read, () => ({
        tenant_id: 7,
        organization_name: "Acme Foods",
        rows: [
          {
            tenant_id: 7,
            step: "bank" as const,
            state: "OPEN" as const,
            name: "Zenith",
            words: "Not yet.",
            amount: kobo(500n),
            amount_dc: "DR" as const,
            ledger_id: 21,
            run: null,
          },
        ],
        locked_until: null,
        closed_until: null,
        end_date: "2026-02-28",
        over: true,
      })),
  },
  "funding movements": {
    address: `${transaction}/funding-movements?${days}`,
    answer: (api) => api.on(fundingMovementsReport.read, () => paged(fundingMovements())),
    plain: movementSums,
  },
  "funding movements of all": {
    address: `${transaction}/funding-movements?${days}`,
    several: true,
    answer: (api) => api.on(fundingMovementsReport.read, () => paged(fundingMovements())),
    plain: movementSums,
  },
  "reconciliation of all": {
    address: `${transaction}/reconciliation?as_of=2026-03-20`,
    several: true,
    answer: (api) =>
      api.on(reconciliationReport.read, () => paged(reconciliation({ organizations: 40 }), 3)),
  },
  "differing entries": {
    address: `${transaction}/reconciliation-differences?as_of=2026-03-20&part=transit`,
    answer: (api) => api.on(differingEntriesReport.read, () => paged(differingEntries(), 2)),
    plain: {
      "Differing Entries: –: On the Ledger": "record",
      "Differing Entries: –: Difference": "record",
      "Differing Entries: Total: On the Ledger": "list",
      "Differing Entries: Total: Difference": "list",
    },
  },
  "payroll register": {
    address: `${payroll}/register?period=2026-03`,
    answer: answerRegister,
    plain: registerTotals,
  },
  "payment list": {
    address: `${payroll}/payments?period=2026-03`,
    answer: (api) => api.on(paymentListReport.read, () => paged(paymentList())),
    plain: { "Payment List: Total of 1 person: Amount": "list" },
  },
  "statutory dues": {
    address: `${payroll}/statutory?period=2026-03`,
    answer: answerSchedule,
  },
  "statutory dues of all": {
    address: `${payroll}/statutory?period=2026-03&figure=left`,
    several: true,
    answer: answerSchedule,
    plain: { "Statutory Schedules: Total: Left to Remit": "list" },
  },
  ...Object.fromEntries(
    (["PAYE", "PENSION", "NHF", "NSITF"] as const).map((kind) => [
      `schedule of ${kind}`,
      {
        address: `${payroll}/statutory-schedule?kind=${kind}&period=2026-03`,
        answer: answerSchedule,
        plain: remitted,
      } satisfies Screen,
    ]),
  ),
  "schedule of PAYE of one state": {
    address: `${payroll}/statutory-schedule?kind=PAYE&period=2026-03&authority=24`,
    answer: (api) => answerSchedule(api, [scheduleRow({ payslips: 2 })]),
    plain: { ...remitted, "PAYE Schedule: Total: Tax Remitted": "below" },
  },
  "schedule of ITF": {
    address: `${payroll}/statutory-schedule?kind=ITF&period=2026`,
    answer: answerSchedule,
    plain: remitted,
  },
  "yearly return": {
    address: `${payroll}/statutory-schedule?kind=H1&period=2026`,
    answer: (api) => answerSchedule(api, [scheduleRow({ payslip: null, payslips: 0 })]),
    plain: {
      ...remitted,
      "Yearly Return of PAYE (H1): Total: Gross with Benefits": "outside",
      "Yearly Return of PAYE (H1): Total: Tax": "outside",
    },
  },
  "year to date": {
    address: `${payroll}/year-to-date?period=2026-03`,
    answer: (api) => api.on(yearToDateReport.read, () => paged(yearToDate())),
  },
  "employer's cost": {
    address: `${payroll}/employer-cost?from=2026-03&to=2026-03`,
    answer: (api) => api.on(employerCostReport.read, () => employerCost()),
  },
  "employer's cost of all": {
    address: `${payroll}/employer-cost?from=2026-01&to=2026-03`,
    several: true,
    answer: (api) =>
      api.on(employerCostReport.read, () => {
        const cost = employerCost();
        return { ...cost, months: cost.months.flatMap((of) => [{ ...of, period: "2026-02" }, of]) };
      }),
    plain: {
      "Employer’s Cost: Total: Cost": "list",
      "Employer’s Cost: Total: Employer’s Pension": "list",
      "Employer’s Cost: Total: Gross": "list",
      "Employer’s Cost: Total: NSITF": "list",
      "Where the cost of March 2026 went: NHF, NSITF and ITF: Amount": "each",
      "Where the cost of March 2026 went: Net pay: Amount": "each",
    },
  },
  "pay variance": {
    address: `${payroll}/variance?period=2026-03`,
    answer: (api) => api.on(payVarianceReport.read, () => paged(payVariance())),
    plain: {
      "Pay Variance: Total: Change": "list",
      "Pay Variance: Total: Change of Net": "list",
    },
  },
  "advances outstanding": {
    address: `${payroll}/advances?as_of=2026-03-20`,
    answer: (api) => api.on(advancesOutstandingReport.read, () => paged(advancesOutstanding())),
  },
  "advances by age": {
    address: `${payroll}/advances-ageing?as_of=2026-03-20`,
    answer: (api) => api.on(advancesAgeingReport.read, () => paged(advancesAgeing())),
  },
  "recovery forecast": {
    address: `${payroll}/advance-forecast`,
    answer: (api) => api.on(advanceForecastReport.read, () => paged(advanceForecast())),
  },
};

const money = /₦[\d,]+\.\d\d/;
const zero = /^[(]?₦0\.00[)]?(?: (?:DR|CR))?$/;

/** All figures in the page's tables without a link, as table, row and column. */
function plainFigures(): string[] {
  return screen.getAllByRole("table").flatMap((table) => {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    const rows = [...table.querySelectorAll("tbody tr, tfoot tr")];
    return rows.flatMap((row) => {
      if (row.querySelector("[data-opens]") !== null) return [];
      const cells = [...row.querySelectorAll<HTMLTableCellElement>("th, td")];
      const name = cells.find(({ textContent }) => textContent !== "")?.textContent;
      return cells.flatMap((cell) => {
        const isFigure = money.test(cell.textContent) && !zero.test(cell.textContent.trim());
        if (!isFigure || cell.querySelector("a") !== null) return [];
        const spanned = cells
          .slice(0, cells.indexOf(cell))
          .reduce((sum, { colSpan }) => sum + colSpan, 0);
        const column = cell.dataset["label"] ?? heads[spanned];
        return [`${table.getAttribute("aria-label")}: ${name}: ${column}`];
      });
    });
  });
}

for (const [name, { address, several, answer, plain = {} }] of Object.entries(screens)) {
  test(`every figure of the ${name} links to the rows behind it, or has a reason not to`, async ({
    api,
    open,
  }) => {
    answerBooks(api);
    answer(api);
    const as = several ? staffWith(...rights, "organizations.read") : memberOf(7, ...rights);
    open(address, { as });
    await waitFor(() => {
      const tables = screen.getAllByRole("table");
      expect(tables.some(({ textContent }) => money.test(textContent))).toBe(true);
    });
    expect([...new Set(plainFigures())].toSorted()).toEqual(Object.keys(plain).toSorted());
  });
}
