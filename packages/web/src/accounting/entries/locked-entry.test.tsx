import { getEntry } from "@kontor/contract/accounting/entries";
import { getPeriods } from "@kontor/contract/accounting/periods";
import { formatMoment } from "@kontor/contract/format";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answerReceipts, entryRegion } from "../../testing/receipts.ts";
import { foundEntry, openPeriods } from "../../testing/samples/accounting.ts";
import { administrator, memberOf } from "../../testing/users.ts";

const edit = "/app/entries/receipt/edit/61?tenant_id=7";
const moment = new Date("2026-04-02T08:00:00Z");

describe("a receipt", () => {
  const lock = { locked_until: "2026-03-31", reason: "Filed", set_by: "Ada", set_at: moment };

  test("of a locked day is shown with what can be done instead", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () => foundEntry({ locked: true }));
    api.on(getPeriods, () => openPeriods({ lock }));
    open(edit, { as: memberOf(7, "accounting.read", "accounting.write") });
    expect(await screen.findByRole("heading", { name: "RCT-000061 – View Receipt" })).toBeVisible();
    expect(
      await screen.findByText(
        "The books are locked until 31 Mar 2026, and this entry falls in the locked period. Reverse it, or ask a user who can lock periods for an exception.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Reverse Entry" })).toBeEnabled();
    expect(screen.getByRole("link", { name: "Duplicate" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
  });

  test("of a locked day leads those who can grant exceptions to where", async ({ api, open }) => {
    answerReceipts(api);
    api.on(getEntry, () => foundEntry({ locked: true }));
    api.on(getPeriods, () => openPeriods({ lock }));
    open(edit);
    const notice = await screen.findByText(/this entry falls in the locked period/);
    expect(notice).toHaveTextContent(/Reverse it, or grant an exception at Month-end\.$/);
    expect(within(notice).getByRole("link", { name: "Month-end" })).toHaveAttribute(
      "href",
      "/app/month-end?tenant_id=7",
    );
  });

  test("locked while it is edited stays in the form", async ({ api, open }) => {
    answerReceipts(api);
    const user = open(edit);
    await screen.findByText("RCT-000061");
    await fillField(user, entryRegion().getByLabelText("Narration"), "Paid in");
    api.on(getEntry, () => foundEntry({ locked: true }));
    api.on(getPeriods, () => openPeriods({ lock }));
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/and this entry falls in the locked period/)).toBeVisible();
    expect(entryRegion().getByLabelText("Narration")).toHaveValue("Paid in");
  });

  test("of a locked day says until when an exception lets it be changed", async ({ api, open }) => {
    answerReceipts(api);
    const { email, name } = administrator;
    const granted = { name, email, reason: "Late bill", granted_by: null, granted_at: moment };
    const sooner = new Date(moment.getTime() - 3_600_000);
    const exceptions = [
      { ...granted, id: 4, until: sooner },
      { ...granted, id: 3, until: moment },
    ];
    api.on(getPeriods, () => openPeriods({ lock, exceptions }));
    open(edit);
    expect(
      await screen.findByText(
        `The books are locked until 31 Mar 2026. Your exception lets you post there until ${formatMoment(moment)}.`,
      ),
    ).toBeVisible();
  });
});
