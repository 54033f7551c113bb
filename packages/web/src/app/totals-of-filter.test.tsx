import { kobo } from "@kontor/books/money";
import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";
import { getFinancials, getPayAccount } from "@kontor/contract/funding/funding";
import { getOrganization, listOrganizations } from "@kontor/contract/organizations/organizations";
import { getPayslipTotals } from "@kontor/contract/payroll/payslips";
import { getRunTotals, listRuns } from "@kontor/contract/payroll/runs";
import {
  getSalaryAdvanceTotals,
  listSalaryAdvances,
} from "@kontor/contract/salary-advances/advances";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import type { FakeApi } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { employeeChoices, listedEmployee } from "../testing/samples/employees.ts";
import { financials, payAccount, transaction } from "../testing/samples/funding.ts";
import { listedOrganization, openedOrganization } from "../testing/samples/organizations.ts";
import { answerRun, listedRun, signed } from "../testing/samples/payroll.ts";
import { listedAdvance } from "../testing/samples/salary-advances.ts";
import { memberOf } from "../testing/users.ts";

const before = kobo(987_654_321_00n);
const now = kobo(1_234_567_00n);
const [textBefore, textNow] = ["₦987,654,321.00", "₦1,234,567.00"];

/** A handler that holds back the total of a search until it is released. */
function totalsBy<Total>(of: (amount: typeof now) => Total) {
  const found = Promise.withResolvers<Total>();
  return {
    answer: ({ search }: { search?: string | undefined }) =>
      search === "rent" ? found.promise : of(before),
    letGo: () => found.resolve(of(now)),
  };
}

/**
 * Searches after the total of all rows is shown. The old total must disappear, and no other may be
 * shown until that of the search arrives.
 */
async function expectNoTotalOfBefore(
  user: Parameters<typeof fillField>[0],
  searchBox: string,
  { asked, letGo }: { asked: () => boolean; letGo: () => void },
): Promise<void> {
  expect(await screen.findByText(textBefore)).toBeVisible();
  await fillField(user, screen.getByRole("searchbox", { name: searchBox }), "rent");
  await waitFor(() => expect(asked()).toBe(true));
  await waitFor(() => expect(screen.queryByText(textBefore)).toBeNull());
  expect(screen.queryByText(textNow)).toBeNull();
  letGo();
  expect(await screen.findByText(textNow)).toBeVisible();
}

const searchedFor = (api: FakeApi, endpoint: Parameters<FakeApi["calls"]>[0]) => () =>
  api.calls(endpoint).some(({ input }) => (input as { search?: string }).search === "rent");

describe("the total of an earlier filter is not shown", () => {
  test("for employees", async ({ api, open }) => {
    api.on(listEmployees, () => ({ data: [listedEmployee()], total: 1 }));
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    api.on(getEmployeeChoices, () => employeeChoices());
    const { answer, letGo } = totalsBy((monthly_pay) => ({ employees: 1, monthly_pay }));
    api.on(getEmployeeTotals, answer);
    const user = open("/app/employees", {
      as: memberOf(7, "organizations.read", "employees.read", "employees.pay.read"),
    });
    const asked = searchedFor(api, getEmployeeTotals);
    await expectNoTotalOfBefore(user, "Search employees", { asked, letGo });
  });

  test("for payroll runs", async ({ api, open }) => {
    api.on(listRuns, () => ({ data: [listedRun()], total: 1 }));
    const { answer, letGo } = totalsBy((net) => ({
      runs: 1,
      gross: kobo(1n),
      net,
      cost: kobo(1n),
    }));
    api.on(getRunTotals, answer);
    const user = open("/app/payroll", { as: memberOf(7, "payroll.read") });
    const asked = searchedFor(api, getRunTotals);
    await expectNoTotalOfBefore(user, "Search payroll runs", { asked, letGo });
  });

  test("for payslips", async ({ api, open }) => {
    answerRun(api);
    const { answer, letGo } = totalsBy((amount) => ({
      payslips: 1,
      gross: signed(1n),
      deductions: signed(1n),
      net: signed(amount),
      employer: kobo(1n),
    }));
    api.on(getPayslipTotals, answer);
    const user = open("/app/payroll/7/9/31", { as: memberOf(7, "payroll.read") });
    const asked = searchedFor(api, getPayslipTotals);
    await expectNoTotalOfBefore(user, "Search payslips", { asked, letGo });
  });

  test("for salary advances", async ({ api, open }) => {
    api.on(listSalaryAdvances, () => ({ data: [listedAdvance()], total: 1 }));
    const { answer, letGo } = totalsBy((amount) => ({
      advances: 1,
      amount,
      payback_amount: kobo(1n),
      outstanding: kobo(1n),
    }));
    api.on(getSalaryAdvanceTotals, answer);
    const user = open("/app/salary-advances", { as: memberOf(7, "salary-advances.read") });
    const asked = searchedFor(api, getSalaryAdvanceTotals);
    await expectNoTotalOfBefore(user, "Search salary advances", { asked, letGo });
  });

  test("for the transactions of a wallet, whose next page keeps its total", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(getPayAccount, () => payAccount());
    const pageOf = (completed_deposits: typeof now) => ({
      data: financials({ transactions: [transaction()], completed_deposits }),
      total: 11,
    });
    const { answer, letGo } = totalsBy(pageOf);
    const second = Promise.withResolvers<ReturnType<typeof pageOf>>();
    api.on(getFinancials, (input) => (input.page === 2 ? second.promise : answer(input)));
    const user = open("/app/organizations/7/9");
    await screen.findByText(textBefore);
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(api.calls(getFinancials).at(-1)?.input.page).toBe(2));
    expect(screen.getByText(textBefore)).toBeVisible();
    second.resolve(pageOf(before));
    const asked = searchedFor(api, getFinancials);
    await expectNoTotalOfBefore(user, "Search transactions", { asked, letGo });
  });
});
