import { addDays } from "@kontor/books/calendar-date";
import { getPeriods, setPeriodLock } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { openChecklist, openPeriods } from "../../testing/samples/accounting.ts";
import { memberOf } from "../../testing/users.ts";
import { formatDateInput } from "../../ui/date/typed-date.ts";

const page = "/app/month-end";
const owner = memberOf(7, "accounting.read", "books.close");

test("a lock says what the checklist of the last whole month has left", async ({ api, open }) => {
  api.on(getPeriods, () => openPeriods());
  const { rows } = openChecklist();
  const twice = rows.flatMap((row) => [row, row]);
  api.on(monthEndReport.read, ({ period }) =>
    openChecklist({ rows: period === "2026-02" ? rows : period === "2026-01" ? twice : [] }),
  );
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Lock Period" }));
  const form = await findDialog("Lock Period");
  await waitFor(() => expect(form.getByLabelText("Locked Until")).toBeEnabled());
  for (const day of ["28/02/2026", "30/03/2026"]) {
    await fillField(user, form.getByLabelText("Locked Until"), day);
    await user.tab();
    const left = await form.findByText(/^1 step of the checklist of February 2026 is not done yet/);
    expect(left).toBeVisible();
  }
  await fillField(user, form.getByLabelText("Locked Until"), "27/02/2026");
  await user.tab();
  expect(
    await form.findByText(/^2 steps of the checklist of January 2026 are not done yet/),
  ).toBeVisible();
  await fillField(user, form.getByLabelText("Locked Until"), "31/12/2025");
  await user.tab();
  await waitFor(() => expect(form.queryByText(/of the checklist/)).toBeNull());
});

test("a lock that is moved back says nothing of a checklist", async ({ api, open }) => {
  const lock = { locked_until: "2026-02-28", reason: "Reported", set_by: null, set_at: null };
  api.on(getPeriods, () => openPeriods({ lock }));
  api.on(monthEndReport.read, () => openChecklist());
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Move Lock" }));
  const form = await findDialog("Lock Period");
  expect(await form.findByText(/of the checklist/)).toBeVisible();
  await fillField(user, form.getByLabelText("Locked Until"), "31/01/2026");
  await user.tab();
  await waitFor(() => expect(form.queryByText(/of the checklist/)).toBeNull());
});

test("a lock is not sent with a day that cannot be locked yet", async ({ api, open }) => {
  api.on(getPeriods, () => openPeriods());
  api.on(monthEndReport.read, () => openChecklist({ rows: [] }));
  const user = open(page, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Lock Period" }));
  const form = await findDialog("Lock Period");
  await user.type(form.getByLabelText("Reason"), "The month is reviewed");
  await fillField(user, form.getByLabelText("Locked Until"), formatDateInput(today()));
  await user.tab();
  const yesterday = formatDate(addDays(today(), -1));
  expect(form.getByText(`Choose ${yesterday} or an earlier day.`)).toBeVisible();
  expect(form.getByText("1 field to go.")).toBeVisible();
  await user.click(form.getByRole("button", { name: "Lock Period" }));
  expect(screen.queryByText(/YYYY-MM-DD/u)).toBeNull();
  expect(api.calls(setPeriodLock)).toEqual([]);
});
