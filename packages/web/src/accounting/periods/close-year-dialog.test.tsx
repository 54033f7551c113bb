import { kobo } from "@kontor/books/money";
import { getPeriods, previewYearEnd } from "@kontor/contract/accounting/periods";
import { screen } from "@testing-library/react";
import { expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
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
  expect(await (await findDialog("Close Year")).findByText("₦650.00")).toBeVisible();
  await user.keyboard("{Escape}");
  api.on(previewYearEnd, () => preview(95_000n));
  await user.click(await screen.findByRole("button", { name: "Close Year" }));
  expect(await (await findDialog("Close Year")).findByText("₦700.00")).toBeVisible();
});

test("can load the balances of the year again when that failed", async ({ api, open }) => {
  api.on(getPeriods, () => openPeriods());
  api.on(previewYearEnd, () => refuse("internal"));
  const user = open("/app/month-end", { as: memberOf(7, "accounting.read", "books.close") });
  await user.click(await screen.findByRole("button", { name: "Close Year" }));
  const form = await findDialog("Close Year");
  expect(await form.findByText("The balances of the year could not be loaded.")).toBeVisible();
  api.on(previewYearEnd, () => preview(90_000n));
  await user.click(form.getByRole("button", { name: "Try again" }));
  expect(await form.findByText("₦650.00")).toBeVisible();
});

test("a closed year says what was posted to it since, and the next one is proposed", async ({
  api,
  open,
}) => {
  const at = new Date("2026-03-01T09:00:00Z");
  const closed = {
    id: 3,
    year_end: "2025-02-28",
    entry_id: 61,
    ent_number: "CLS-000001",
    result: kobo(65_000n),
    result_dc: "CR",
    equity_ledger: equity,
    closed_by: "Olu Owner",
    closed_at: at,
    taken_back_by: null,
    taken_back_at: null,
    posted_since: { result: kobo(1500n), result_dc: "DR", ledgers: 1 },
    may_take_back: true,
  } as const;
  api.on(getPeriods, () => openPeriods({ closings: [closed] }));
  api.on(previewYearEnd, () => preview(90_000n));
  const user = open("/app/month-end", { as: memberOf(7, "accounting.read", "books.close") });
  // It asks for an action, so it is a notice and not a detail of the row.
  expect(await screen.findByRole("note")).toHaveTextContent(
    "Posted to this year since: loss ₦15.00 on 1 ledger, not in Retained earnings yet. Reverse the closing and close the year again.",
  );
  await user.click(screen.getByRole("button", { name: "Close Year" }));
  const form = await findDialog("Close Year");
  expect(form.getByLabelText("Last Day of the Year")).toHaveValue("28/02/2026");
});
