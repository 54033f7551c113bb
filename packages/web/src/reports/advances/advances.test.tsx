import { advanceForecastReport } from "@kontor/contract/pay-reports/advance-forecast";
import {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import {
  advanceForecast,
  advancesAgeing,
  advancesOutstanding,
  forecastInstalment,
} from "../../testing/samples/advance-reports.ts";
import { signed } from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const viewer = memberOf(7, "reports.read", "salary-advances.read");
const everywhere = staffWith("reports.read", "salary-advances.read", "organizations.read");
const card = "/app/salary-advances/7/9/41";

describe("outstanding advances", () => {
  const { read, file } = advancesOutstandingReport;
  const address = "/app/reports/payroll/advances?as_of=2026-03-20";

  test("are listed by employee with the ledger's balance, then by advance, and can be exported", async ({
    api,
    open,
  }) => {
    const advance = { id: 41, number: "SA-000041" };
    api.on(read, ({ by }) => ({
      data: advancesOutstanding(by === "advance" ? { advance } : {}),
      total: 1,
    }));
    api.on(file, () => new File(["x"], "advances.csv"));
    const user = open(address, { as: viewer });
    const person = await screen.findByRole("link", { name: /^Okafor, Ada/ });
    expect(await rowWith("Advances Outstanding", "Total")).toHaveTextContent(
      "₦90,000.00₦30,500.00₦60,000.00₦1,200.00₦61,200.00₦10,000.00",
    );
    expect(
      screen.getByText(/agrees with the salary advances receivable ledger: ₦60,000.00/),
    ).toBeVisible();
    expect(headersOf("Advances Outstanding")).not.toContain("Advance");
    await expectAccessible();
    await user.click(person);
    expect(await screen.findByRole("link", { name: "SA-000041" })).toHaveAttribute("href", card);
    expect(api.calls(read).at(-1)?.input).toMatchObject({
      as_of: "2026-03-20",
      by: "advance",
      employee_id: 21,
    });
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(file)[0]?.input).toMatchObject({ by: "advance", employee_id: 21 }),
    );
  });

  test("say when the ledger differs, can be retried, and end with the session", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(read, () => refuse("busy"));
    const user = open(`${address}&by=organization`, { as: everywhere, on: "phone" });
    const again = await screen.findByRole("button", { name: "Try again" });
    const data = advancesOutstanding({ employee_id: null, organization: longWord });
    const receivable = { ...data.receivable, difference: signed(-5_00n) };
    api.on(read, () => ({ data: { ...data, receivable }, total: 1 }));
    await user.click(again);
    expect(await screen.findByText("The ledger differs by (₦5.00)")).toBeVisible();
    expect(screen.getByRole("link", { name: longWord })).toHaveAttribute(
      "href",
      "/app/reports/payroll/advances?tenant_id=7&as_of=2026-03-20",
    );
    const { totals } = data;
    api.on(read, () => ({ data: { rows: [], totals, receivable }, total: 0 }));
    await user.click(screen.getByLabelText("Search employees and numbers"));
    await user.paste("nobody");
    expect(await screen.findByText("No salary advances match the search")).toBeVisible();
    api.endSession();
    await user.paste(" else");
    await expectSignedOut();
  });
});

test("the ageing is a chart and a table that link to the advances", async ({ api, open }) => {
  const { read } = advancesAgeingReport;
  api.on(read, () => ({ data: advancesAgeing(), total: 1 }));
  const user = open("/app/reports/payroll/advances-ageing?as_of=2026-03-20", { as: viewer });
  const row = await rowWith("Advances by Age", "Okafor, Ada");
  expect(row).toHaveTextContent("₦51,200.00₦10,000.00–––₦61,200.00");
  expect(within(row).getByRole("link", { name: /Okafor/ })).toHaveAttribute(
    "href",
    "/app/reports/payroll/advances-ageing?tenant_id=7&by=advance&employee_id=21&as_of=2026-03-20&basis=due",
  );
  expect(within(row).getByRole("link", { name: "₦10,000.00" })).toHaveAttribute(
    "href",
    "/app/reports/payroll/advances-ageing?tenant_id=7&as_of=2026-03-20&basis=due&bucket=second&by=advance&employee_id=21",
  );
  expect(screen.getByRole("figure", { name: "Outstanding by age" })).toHaveTextContent(
    "31–60 Days",
  );
  await expectAccessible();
  await user.selectOptions(screen.getByLabelText("Days"), "Since payment");
  await waitFor(() => expect(headersOf("Advances by Age")).toContain("Over 180 Days"));
  expect(api.calls(read).at(-1)?.input).toMatchObject({ basis: "payment" });
});

test("the forecast opens a month's instalments and returns", async ({ api, open }) => {
  const { read } = advanceForecastReport;
  api.on(read, ({ by }) => ({
    data: advanceForecast(by === "instalment" ? [forecastInstalment()] : undefined),
    total: by === "instalment" ? 1 : 2,
  }));
  const user = open("/app/reports/payroll/advance-forecast", { as: viewer });
  expect(await rowWith("Recovery Forecast", "Total")).toHaveTextContent("₦60,000.00₦1,200.00");
  expect(screen.getByRole("figure", { name: "To recover by month" })).toHaveTextContent("Overdue");
  await expectAccessible();
  await user.click(screen.getByRole("link", { name: "April 2026" }));
  expect(await screen.findByRole("link", { name: "SA-000041" })).toHaveAttribute("href", card);
  expect(api.calls(read).at(-1)?.input).toMatchObject({ by: "instalment", period: "2026-04" });
  await user.click(screen.getByRole("button", { name: "Show all months, not only April 2026" }));
  await waitFor(() => expect(api.calls(read).at(-1)?.input).not.toHaveProperty("period"));
});
