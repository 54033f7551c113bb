import { kobo } from "@kontor/books/money";
import { getPayslip } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import { screen, within } from "@testing-library/react";
import { expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { openedPayslip, openedRun } from "../../testing/samples/payroll.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31/payslips/501";

const linesOf = (name: string) =>
  within(screen.getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((line) => line.querySelector("summary")?.textContent);

test("a payslip shows benefits in kind apart, which are taxed and not paid", async ({
  api,
  open,
}) => {
  const [basic] = openedPayslip().lines;
  const line = { ...basic, kind: "benefit" as const, amount: kobo(100_000_00n) };
  const payslip = openedPayslip();
  const { lines, year_to_date } = payslip;
  api.on(getRun, () => openedRun());
  api.on(getPayslip, () =>
    openedPayslip({
      lines: [
        ...lines,
        { ...line, code: "benefit:1", label: "Official car" } as (typeof lines)[number],
        {
          ...line,
          code: "benefit:earlier",
          kind: "benefit_correction",
          label: "Benefits in kind taxed too much before",
          amount: kobo(300_000_00n),
        } as (typeof lines)[number],
      ],
      year_to_date: { ...year_to_date, benefits: kobo(50_000_00n) },
    }),
  );
  open(page, { as: memberOf(7, "payroll.read", "payroll.prepare") });
  const panel = within(await screen.findByRole("region", { name: "Benefits in Kind" }));
  expect(panel.getByText(/taxed by PAYE, but not paid/)).toBeVisible();
  expect(linesOf("Benefits in Kind")).toEqual([
    "Official car₦100,000.00",
    "Benefits in kind taxed too much before(₦300,000.00)",
  ]);
  expect(panel.getByText("(₦200,000.00)")).toBeVisible();
  expect(linesOf("Earnings")).toEqual(["Basic₦450,000.00"]);
  const year = within(screen.getByRole("region", { name: "Year to Date" }));
  expect(year.getByText("Benefits in kind")).toBeVisible();
  await expectAccessible();
});
