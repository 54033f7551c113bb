import { excludePayslip, excludePayslips, listPayslips } from "@kontor/contract/payroll/payslips";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import {
  answerRun,
  listedPayslip,
  openedPayslip,
  openedRun,
} from "../../testing/samples/payroll.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/payroll/7/9/31";
const preparer = memberOf(7, "payroll.read", "payroll.prepare");

test("a draft excludes ticked employees for one reason, unless the run has changed", async ({
  api,
  open,
}) => {
  const rows = [
    listedPayslip({ blocked: true }),
    listedPayslip({ id: 502, employee_id: 22, name: "Ade, Bola", blocked: true }),
    listedPayslip({ id: 503, employee_id: 23, name: "Eze, Chi", excluded: true }),
  ];
  const change = answerRun(api, openedRun(), rows);
  api.on(excludePayslips, () => {
    change(openedRun({ version: 3 }));
    return refuse("payslips_changed", { number: "PR-000031" });
  });
  const user = open(page, { as: preparer });
  const excludeTicked = async () => {
    await user.click(await screen.findByRole("button", { name: "Exclude (2)" }));
    return findDialog("Exclude 2 Employees");
  };
  await user.click(await screen.findByRole("checkbox", { name: /^Select all/ }));
  expect(screen.getByText("3 ticked")).toBeVisible();
  const first = await excludeTicked();
  expect(first.getByText(/^2 employees are not paid in the payroll for March 2026/)).toBeVisible();
  await fillField(user, first.getByLabelText("Reason"), "No bank account yet");
  await user.click(first.getByRole("button", { name: "Exclude" }));
  expect(await first.findByText(/so none of them is excluded\./)).toBeVisible();
  await expectAccessible();
  await user.click(first.getByRole("button", { name: "Cancel" }));
  await answer(user, "Leave without saving?", "Yes");

  api.on(excludePayslips, () => openedRun({ version: 4 }));
  const again = await excludeTicked();
  await fillField(user, again.getByLabelText("Reason"), "No bank account yet");
  await user.click(again.getByRole("button", { name: "Exclude" }));
  await expectMessage("2 employees are excluded from this run..");
  await waitFor(() => expect(screen.queryByText("3 ticked")).toBeNull());
  const all = screen.getByRole("checkbox", { name: /^Select all/ });
  await waitFor(() => expect(all).toHaveFocus());
  const path = { tenant_id: 7, company_id: 9, id: 31, payslip_ids: [501, 502] };
  const sent = { ...path, reason: "No bank account yet" };
  expect(api.calls(excludePayslips).map(({ input }) => input)).toEqual([
    { ...sent, version: 2 },
    { ...sent, version: 3 },
  ]);
  await user.click(all);
  await user.click(screen.getByRole("button", { name: "Clear selection" }));
  await waitFor(() => expect(all).toHaveFocus());
});

test("a reason that is being typed is offered again once the run was calculated anew", async ({
  api,
  open,
}) => {
  const rows = [listedPayslip()];
  const change = answerRun(api, openedRun(), rows);
  const user = open(page, { as: preparer });
  const exclude = async () => {
    await user.click(await screen.findByRole("button", { name: "Actions for Okafor, Ada" }));
    await user.click(await screen.findByRole("menuitem", { name: "Exclude" }));
    return findDialog("Exclude Okafor, Ada");
  };
  await fillField(user, (await exclude()).getByLabelText("Reason"), "Leave without pay");
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain("Leave without pay"));
  api.on(listPayslips, () => ({ data: [listedPayslip({ id: 601 })], total: 1 }));
  change(openedRun({ version: 3, calculation: { ...openedRun().calculation, state: "RUNNING" } }));
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  change(openedRun({ version: 4 }));
  await queryClient.invalidateQueries();
  const again = await exclude();
  await user.click(again.getByRole("button", { name: "Go on with it" }));
  expect(again.getByLabelText("Reason")).toHaveValue("Leave without pay");
  api.on(excludePayslip, () => openedPayslip({ excluded: true }));
  await user.click(again.getByRole("button", { name: "Exclude" }));
  await expectMessage("Okafor, Ada is excluded from this run..");
  expect(api.calls(excludePayslip).map(({ input }) => input)).toEqual([
    expect.objectContaining({ payslip_id: 601, excluded: true, reason: "Leave without pay" }),
  ]);
});

test("nothing can be ticked without the permission, or once the run is submitted", async ({
  api,
  open,
}) => {
  answerRun(api, openedRun({ status: "PENDING_APPROVAL" }));
  open(page, { as: preparer });
  expect(await screen.findByRole("table", { name: "Payslips" })).toBeVisible();
  expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
});
