import { screen, within } from "@testing-library/react";
import { expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { answerRun, openedRun, signed } from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31";
const run = openedRun({
  warnings: [
    {
      code: "contribution_overpaid",
      blocks: false,
      people: 1,
      first: [{ payslip_id: 501, name: "Okafor, Ada", amount: signed(25_200_00n) }],
    },
    {
      code: "below_minimum_wage",
      blocks: false,
      people: 9,
      first: [{ payslip_id: 502, name: longWord, amount: signed(70_000_00n) }],
    },
  ],
  gaps: [
    { gap: "rsa_pin", people: 2, employees: [{ employee_id: 21, name: "Okafor, Ada" }] },
    { gap: "state", people: 1, employees: [{ employee_id: 22, name: "Bello, Musa" }] },
    { gap: "opening_figures", people: 2, employees: [{ employee_id: 23, name: "Eze, Chi" }] },
    { gap: "relief_approval", people: 4, employees: [{ employee_id: 24, name: "Sani, Ali" }] },
  ],
});

const items = async () =>
  within(await screen.findByRole("region", { name: "Warnings" }))
    .getAllByRole("listitem")
    .filter((item) => item.querySelector("li") !== null);

test("the warnings of a run name the first people, with their amount where it is theirs", async ({
  api,
  open,
}) => {
  answerRun(api, run);
  open(page, { as: memberOf(7, "payroll.read", "employees.read") });
  const [overpaid, wage, pins, state, opening, reliefs] = (await items()).map((item) =>
    within(item),
  );
  expect(overpaid?.getByRole("link", { name: "Contributions overpaid" })).toBeVisible();
  expect(overpaid?.getByText("₦25,200.00")).toBeVisible();
  expect(overpaid?.getByText(/Request the refund from the fund/u)).toBeVisible();
  expect(overpaid?.getByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
    "href",
    "/app/payroll/7/9/31/payslips/501",
  );
  expect(wage?.queryByText("₦70,000.00")).toBeNull();
  expect(wage?.getByRole("link", { name: "and 8 more" })).toHaveAttribute(
    "href",
    "/app/payroll/7/9/31?warning=below_minimum_wage#payslips",
  );
  expect(pins?.getByText("No RSA PIN")).toBeVisible();
  expect(pins?.getByRole("link", { name: "Okafor, Ada" })).toHaveAttribute(
    "href",
    "/app/employees/7/21?tab=statutory",
  );
  expect(pins?.getByRole("link", { name: "and 1 more" })).toHaveAttribute(
    "href",
    "/app/employees?tenant_id=7&missing=rsa_pin",
  );
  expect(state?.queryByText(/more$/u)).toBeNull();
  expect(state?.getByRole("link", { name: "Bello, Musa" })).toHaveAttribute(
    "href",
    "/app/employees/7/22?tab=personal",
  );
  expect(opening?.getByText("No opening figures")).toBeVisible();
  expect(opening?.getByText(/so PAYE may be too low/u)).toBeVisible();
  expect(opening?.getByRole("link", { name: "Eze, Chi" })).toHaveAttribute(
    "href",
    "/app/employees/7/23?tab=pay",
  );
  // No filter of the list finds them.
  expect(opening?.getByText("and 1 more")).not.toHaveAttribute("href");
  expect(reliefs?.getByText("Reliefs not approved")).toBeVisible();
  expect(reliefs?.getByRole("link", { name: "and 3 more" })).toHaveAttribute(
    "href",
    "/app/employees?tenant_id=7&relief_waiting=true",
  );
  expect(reliefs?.getByRole("link", { name: "Sani, Ali" })).toHaveAttribute(
    "href",
    "/app/employees/7/24?tab=reliefs",
  );
  expect(screen.queryByText(/No warnings/u)).toBeNull();
  // So many are longer than the panel beside them.
  expect(screen.getByRole("region", { name: "Warnings" }).parentElement).toHaveAttribute(
    "data-stacked",
  );
  await expectAccessible();
});

test("missing opening figures lead to their import, for those who may import", async ({
  api,
  open,
}) => {
  answerRun(api, run);
  open(page, { as: memberOf(7, "payroll.read", "employees.import") });
  const links = await screen.findAllByRole("link", { name: "Import opening figures from a file" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/app/employees/import?tenant_id=7",
  ]);
  await expectAccessible();
});

test("who may not open employees gets their names without links", async ({ api, open }) => {
  answerRun(api, { ...run, warnings: [] });
  open(page, { as: memberOf(7, "payroll.read") });
  const [pins] = (await items()).map((item) => within(item));
  expect(pins?.getByText("Okafor, Ada")).toBeVisible();
  expect(pins?.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("link", { name: /^Import opening figures/ })).toBeNull();
});

test("exclusions that a run keeps from the reversed one lead to the payslips", async ({
  api,
  open,
}) => {
  answerRun(api, openedRun({ excluded: 3, kept_exclusions: 2 }));
  open(page, { as: memberOf(7, "payroll.read") });
  const warnings = within(await screen.findByRole("region", { name: "Warnings" }));
  expect(warnings.getByText("2 people")).toBeVisible();
  expect(screen.getByRole("region", { name: "Warnings" }).parentElement).not.toHaveAttribute(
    "data-stacked",
  );
  expect(warnings.getByText(/Include those who are to be paid/u)).toBeVisible();
  expect(warnings.getByRole("link", { name: "Exclusions kept" })).toHaveAttribute(
    "href",
    "/app/payroll/7/9/31?show=excluded#payslips",
  );
});

test("an approved run without warnings speaks of its payslips only", async ({ api, open }) => {
  answerRun(api, { ...run, status: "PENDING_DISBURSEMENT", warnings: [], gaps: [] });
  open(page, { as: memberOf(7, "payroll.read") });
  expect(await screen.findByText("No warnings on payslips")).toBeVisible();
});
