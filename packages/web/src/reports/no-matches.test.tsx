import { ZERO } from "@kontor/books/money";
import { formatRange } from "@kontor/contract/format";
import { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { yearToDateReport } from "@kontor/contract/pay-reports/pay-costs";
import { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import { changesReport } from "@kontor/contract/reports/changes";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { screen } from "@testing-library/react";
import { expect } from "vitest";

import type { FakeApi } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { answerBooks } from "../testing/samples/accounting.ts";
import {
  advanceForecast,
  advancesAgeing,
  advancesOutstanding,
} from "../testing/samples/advance-reports.ts";
import { bankReconciliation } from "../testing/samples/bank-reconciliation.ts";
import {
  differingEntries,
  fundingMovements,
  reconciliation,
} from "../testing/samples/funding-reports.ts";
import { yearToDate } from "../testing/samples/pay-reports.ts";
import { paymentList } from "../testing/samples/payments.ts";
import { dayBook, payrollRegister, trialBalance } from "../testing/samples/reports.ts";
import { statutoryDues, statutorySchedule } from "../testing/samples/statutory.ts";
import { memberOf } from "../testing/users.ts";

const reader = memberOf(
  7,
  "reports.read",
  "accounting.read",
  "payroll.read",
  "salary-advances.read",
  "funding.read",
);

const noRows = <Data extends object>(data: Data) => ({ data: { ...data, rows: [] }, total: 0 });

const answerOutstanding = (api: FakeApi) =>
  api.on(advancesOutstandingReport.read, () => noRows(advancesOutstanding()));
const answerAgeing = (api: FakeApi) =>
  api.on(advancesAgeingReport.read, () => noRows(advancesAgeing()));
const answerRegister = (api: FakeApi) =>
  api.on(payrollRegisterReport.read, () => noRows(payrollRegister([])));
const answerPayments = (api: FakeApi) =>
  api.on(paymentListReport.read, () => noRows(paymentList()));
const answerDues = (api: FakeApi) => api.on(statutoryDuesReport.read, () => statutoryDues([]));
const answerSchedule = (api: FakeApi) => {
  answerDues(api);
  api.on(statutoryScheduleReport.read, () => noRows(statutorySchedule([])));
};
const answerMovements = (api: FakeApi) =>
  api.on(fundingMovementsReport.read, () => noRows(fundingMovements()));
const answerReconciliation = (api: FakeApi) =>
  api.on(reconciliationReport.read, () => noRows(reconciliation()));
const answerChanges = (api: FakeApi) => {
  const totals = { added: 0, back_dated: 0, edited: 0, openings: 0 };
  api.on(changesReport.read, () => noRows({ totals }));
};
const answerTrialBalance = (api: FakeApi) =>
  api.on(trialBalanceReport.read, () => trialBalance([]));

const payroll = "/app/reports/payroll";
const transaction = "/app/reports/transaction";
const march = "start_date=2026-03-01&end_date=2026-03-31";
const unowed = "No salary advances were outstanding on 20 Mar 2026";
const unpaid = "No payroll has been approved for March 2026";

/** The address, its narrowing filters, what it says with them, and without. */
type Case = [string, string, string, string, (api: FakeApi) => void];

const narrowed: Case[] = [
  [
    `${payroll}/advances?as_of=2026-03-20`,
    "search=nobody",
    "No salary advances match the search",
    unowed,
    answerOutstanding,
  ],
  [
    `${payroll}/advances?as_of=2026-03-20`,
    "employee_id=21",
    "No salary advances match the filters",
    unowed,
    answerOutstanding,
  ],
  [
    `${payroll}/advances-ageing?as_of=2026-03-20`,
    "bucket=second&search=nobody",
    "No salary advances match the filters",
    unowed,
    answerAgeing,
  ],
  [
    `${payroll}/year-to-date?period=2026-03`,
    "search=nobody",
    "No employees match the search",
    "Nobody was paid from January to March 2026",
    (api) => api.on(yearToDateReport.read, () => noRows(yearToDate())),
  ],
  [
    `${payroll}/register?period=2026-03`,
    "scheme=NHF",
    "No payslips match the filters",
    unpaid,
    answerRegister,
  ],
  [
    `${payroll}/register?period=2026-03&group=branch`,
    "division=3&employee_id=21",
    "No payslips match the filters",
    unpaid,
    answerRegister,
  ],
  [
    `${payroll}/statutory?period=2026-03`,
    "scheme=NHF",
    "No schedules match the filters",
    "No payroll for March 2026 owes anything to an authority",
    answerDues,
  ],
  [
    `${payroll}/statutory?period=2026-03&open=true`,
    "figure=remitted",
    "No schedules match the filters",
    "Nothing is outstanding up to March 2026",
    answerDues,
  ],
  [
    `${payroll}/statutory-schedule?kind=PAYE&period=2026-03`,
    "authority=24",
    "No employees match the filters",
    "No employees in this schedule for March 2026",
    answerSchedule,
  ],
  [
    `${transaction}/funding-movements?${march}`,
    "kind=sent",
    "No wallet movements match the filters",
    "There were no wallet movements in this period",
    answerMovements,
  ],
  [
    `${transaction}/reconciliation?as_of=2026-03-20&differing=true`,
    "part=transit",
    "No ledgers match the filters",
    "Nothing differs",
    answerReconciliation,
  ],
  [
    `${transaction}/bank-reconciliation?as_of=2026-03-20`,
    "ledger_id=21",
    "No ledgers match the filters",
    "No cash or bank ledger had an opening balance or entries by then",
    (api) => api.on(bankReconciliationReport.read, () => bankReconciliation({ rows: [] })),
  ],
  [
    `${transaction}/changes?recorded_up_to=2026-03-01T00%3A00%3A00Z`,
    `ledger_id=21&${march}`,
    "No entries match the filters",
    "No entries were recorded since",
    answerChanges,
  ],
  [
    `${transaction}/day-book?${march}`,
    "closing=without",
    "No entries match the filters",
    "No entries were posted in this period",
    (api) =>
      api.on(dayBookReport.read, () =>
        noRows({ ...dayBook, totals: { debit: ZERO, credit: ZERO, items: 0 } }),
      ),
  ],
  [
    `${transaction}/trial-balance?${march}`,
    "section=income&closing=without",
    "No accounts match the filters",
    "No account had a balance or postings in this period",
    answerTrialBalance,
  ],
];

for (const [address, filters, matchless, empty, answer] of narrowed) {
  test(`${address} with ${filters} says that nothing matches, and clears only that`, async ({
    api,
    open,
  }) => {
    answerBooks(api);
    answer(api);
    const user = open(`${address}&${filters}`, { as: reader });
    expect(await screen.findByText(matchless)).toBeVisible();
    expect(screen.queryByText(empty)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText(empty)).toBeVisible();
    expect(`${window.location.pathname}${window.location.search}`).toBe(address);
    expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
  });
}

test("the payment list clears its filters, or says that no payroll was approved", async ({
  api,
  open,
}) => {
  answerPayments(api);
  const address = `${payroll}/payments?period=2026-03`;
  const user = open(`${address}&run_id=31&show=UNPAID&bank=057&search=nobody`, { as: reader });
  expect(await screen.findByText("No payments match the filters")).toBeVisible();
  const none = { ...paymentList([]), statuses: [], banks: [], runs: [] };
  api.on(paymentListReport.read, () => ({ data: none, total: 0 }));
  await user.selectOptions(screen.getByLabelText("Show"), "Failed");
  expect(await screen.findByText("No payments match the filters")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText(unpaid)).toBeVisible();
  expect(`${window.location.pathname}${window.location.search}`).toBe(address);
  await user.selectOptions(screen.getByLabelText("Show"), "Failed");
  expect(await screen.findByText(unpaid)).toBeVisible();
});

test("the entries that agree are those from the first day on", async ({ api, open }) => {
  api.on(differingEntriesReport.read, () => noRows(differingEntries()));
  const days = { start_date: "2026-03-01", as_of: "2026-03-20" };
  const address = `${transaction}/reconciliation-differences?as_of=${days.as_of}`;
  const user = open(`${address}&start_date=${days.start_date}`, { as: reader });
  const range = formatRange(days.start_date, days.as_of);
  expect(
    await screen.findByText(`Every entry from ${range} agrees with the records`),
  ).toBeVisible();
  await user.click(
    screen.getByRole("button", { name: "Show all days, not only Since 01 Mar 2026" }),
  );
  expect(
    await screen.findByText("Every entry up to 20 Mar 2026 agrees with the records"),
  ).toBeVisible();
});

test("the forecast of what is overdue does not speak of a month", async ({ api, open }) => {
  api.on(advanceForecastReport.read, () => noRows(advanceForecast()));
  open(`${payroll}/advance-forecast?by=instalment&period=overdue`, { as: reader });
  expect(await screen.findByText("Nothing is overdue")).toBeVisible();
});
