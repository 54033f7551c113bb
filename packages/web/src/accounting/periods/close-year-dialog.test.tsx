import { kobo } from "@kontor/books/money";
import { getPeriods, previewYearEnd } from "@kontor/contract/accounting/periods";
import { screen } from "@testing-library/react";
import { expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { dialog } from "../../testing/questions.ts";
import { openPeriods } from "../../testing/samples/accounting.ts";
import { memberOf } from "../../testing/users.ts";

const equity = { id: 50, code: "05-02-0001", name: "Retained earnings" };

const preview = (income: bigint) => ({
  year_end: "2025-12-31",
  income: kobo(income),
  income_dc: "CR" as const,
  expenses: kobo(25_000n),
  expenses_dc: "DR" as const,
  result: kobo(income - 25_000n),
  result_dc: "CR" as const,
  ledgers: 2,
  obstacle: null,
  equity_ledger: equity,
  equity_ledgers: [equity],
});

test("shows the result anew each time, because entries are posted meanwhile", async ({
  api,
  open,
}) => {
  api.on(getPeriods, () => openPeriods());
  api.on(previewYearEnd, () => preview(90_000n));
  const user = open("/app/month-end", { as: memberOf(7, "accounting.read", "books.close") });
  await user.click(await screen.findByRole("button", { name: "Close Year" }));
  expect(await (await dialog("Close Year")).findByText("₦650.00")).toBeVisible();
  await user.keyboard("{Escape}");
  api.on(previewYearEnd, () => preview(95_000n));
  await user.click(await screen.findByRole("button", { name: "Close Year" }));
  expect(await (await dialog("Close Year")).findByText("₦700.00")).toBeVisible();
});
