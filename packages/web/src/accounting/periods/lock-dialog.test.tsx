import { addDays } from "@kontor/books/calendar-date";
import { getPeriods, setPeriodLock } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import { screen } from "@testing-library/react";
import { expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { openPeriods } from "../../testing/samples/accounting.ts";
import { memberOf } from "../../testing/users.ts";
import { formatDateInput } from "../../ui/date/typed-date.ts";

test("a lock is not sent with a day that cannot be locked yet", async ({ api, open }) => {
  api.on(getPeriods, () => openPeriods());
  const user = open("/app/month-end", { as: memberOf(7, "accounting.read", "books.close") });
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
