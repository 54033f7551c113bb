import { kobo } from "@kontor/books/money";
import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { checkApprovals, decideAdvances } from "@kontor/contract/salary-advances/decisions";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { loseConnection } from "../../testing/refusal.ts";
import { listedAdvance } from "../../testing/samples/salary-advances.ts";
import { memberOf } from "../../testing/users.ts";

type Listed = ReturnType<typeof listedAdvance>;

const page = "/app/salary-advances";
const reviewer = memberOf(7, "salary-advances.read", "salary-advances.decide");

/** Answers the list like the server: decided rows have their new status. */
function answerList(api: FakeApi, given: readonly Listed[]) {
  const rows = new Map(given.map((row) => [row.id, row]));
  api.on(listSalaryAdvances, () => ({ data: [...rows.values()], total: rows.size }));
  return (id: number, status: Listed["status"]): Listed => {
    const decided = { ...listedAdvance({ id }), ...rows.get(id), status };
    rows.set(id, decided);
    return decided;
  };
}

describe("selected rows", () => {
  const rows = [
    listedAdvance(),
    listedAdvance({ id: 62, emp_name: "Musa Ibrahim", amount: kobo(50_000_00n) }),
    listedAdvance({ id: 63, emp_name: "Bola Ade", warns: true }),
    listedAdvance({ id: 64, emp_name: "Chidinma Eze", status: "PAID" }),
  ];

  test("are approved together, each with its own outcome, without those that have warnings", async ({
    api,
    open,
  }) => {
    const decided = answerList(api, rows);
    api.on(checkApprovals, () => ({ advances: [], wallets: [] }));
    api.on(decideAdvances, ({ decisions }) =>
      decisions.map(({ id, tenant_id, status }) =>
        id === 62
          ? {
              id,
              tenant_id,
              advance: null,
              problem: { code: "changed_meanwhile", message: "Somebody else rejected it." },
            }
          : { id, tenant_id, advance: decided(id, status), problem: null },
      ),
    );
    const user = open(page, { as: reviewer });
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    await user.click(screen.getByRole("button", { name: "Approve (3)" }));
    const modal = await findDialog("Approve Salary Advances");
    expect(modal.getByText("2 advances totalling ₦150,000.00.")).toBeVisible();
    expect(modal.getByText(/Open the advance of Bola Ade/)).toBeVisible();
    await waitFor(() => expect(modal.getByRole("button", { name: "Approve" })).toBeEnabled());
    expect(modal.queryByText("Read before you approve")).toBeNull();
    expect(api.calls(checkApprovals)[0]?.input.advances.map(({ id }) => id)).toEqual([61, 62]);
    await user.click(modal.getByRole("button", { name: "Approve" }));
    expect(await modal.findByRole("status")).toHaveTextContent("1 of 2 decided, 1 left out.");
    const outcomes = modal.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(outcomes).toEqual([
      "Ada Okafor ₦100,000.00APPROVED",
      "Musa Ibrahim ₦50,000.00REFUSEDSomebody else rejected it.",
      "Bola Ade ₦100,000.00LEFT OUT",
    ]);
    expect(api.calls(decideAdvances)[0]?.input.decisions.map(({ id }) => id)).toEqual([61, 62]);
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("group", { name: "Selected rows" })).toBeNull();
  });

  test("are rejected together, with a reason", async ({ api, open }) => {
    const decided = answerList(api, rows);
    api.on(decideAdvances, ({ decisions }) =>
      decisions.map(({ id, tenant_id, status }) => ({
        id,
        tenant_id,
        advance: decided(id, status),
        problem: null,
      })),
    );
    const user = open(page, { as: reviewer });
    await user.click(await screen.findByRole("checkbox", { name: "Select Bola Ade" }));
    await user.click(screen.getByRole("button", { name: "Reject (1)" }));
    const modal = await findDialog("Reject Salary Advances");
    await fillField(user, modal.getByLabelText("Reason"), "Ask again in April.");
    await user.click(modal.getByRole("button", { name: "Reject" }));
    expect(await modal.findByRole("status")).toHaveTextContent("1 of 1 decided.");
    expect(api.calls(decideAdvances)[0]?.input).toMatchObject({
      decisions: [{ id: 63, status: "REJECTED" }],
      reason: "Ask again in April.",
    });
  });

  test("stay selected if nothing was decided", async ({ api, open }) => {
    answerList(api, rows);
    api.on(checkApprovals, () => ({ advances: [], wallets: [] }));
    const user = open(page, { as: reviewer });
    await user.click(await screen.findByRole("checkbox", { name: "Select Ada Okafor" }));
    await user.click(screen.getByRole("button", { name: "Approve (1)" }));
    const modal = await findDialog("Approve Salary Advances");
    await user.click(modal.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("checkbox", { name: "Select Ada Okafor" })).toBeChecked();
    expect(api.calls(decideAdvances)).toHaveLength(0);
  });

  test("show what they break together before they are approved", async ({ api, open }) => {
    const decided = answerList(api, rows);
    api.on(checkApprovals, () => ({
      advances: [
        {
          id: 62,
          tenant_id: 7,
          labour_act: [{ limit: "another_owed" as const, section: "Labour Act, section 4" }],
          uncovered: "2026-03-25",
        },
      ],
      wallets: [
        {
          tenant_id: 7,
          company_id: 9,
          company_name: "Acme Corporation",
          available: kobo(120_000_00n),
          promised: kobo(10_000_00n),
          selected: kobo(150_000_00n),
          missing: kobo(40_000_00n),
        },
      ],
    }));
    api.on(decideAdvances, ({ decisions }) =>
      decisions.map(({ id, tenant_id, status }) => ({
        id,
        tenant_id,
        advance: decided(id, status),
        problem: null,
      })),
    );
    const release = api.hold(checkApprovals);
    const user = open(page, { as: reviewer, on: "phone" });
    for (const name of ["Select Ada Okafor", "Select Musa Ibrahim"]) {
      await user.click(await screen.findByRole("checkbox", { name }));
    }
    await user.click(screen.getByRole("button", { name: "Approve (2)" }));
    const modal = await findDialog("Approve Salary Advances");
    expect(modal.getByRole("button", { name: "Approve" })).toBeDisabled();
    release();
    const read = within(await modal.findByRole("alert"));
    expect(read.getByText("Read before you approve")).toBeVisible();
    expect(read.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "The wallet of Acme Corporation is short by ₦40,000.00: ₦120,000.00 is available, the selected advances need ₦150,000.00, and approved ones before them ₦10,000.00. If approved, those that are not covered wait for funds.",
      "Musa Ibrahim, ₦50,000.00: The net pay of 25 Mar 2026 does not cover its instalment.",
      "Musa Ibrahim, ₦50,000.00: Labour Act, section 4: another advance is approved or still owed.",
    ]);
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Approve" }));
    expect(await modal.findByText("2 of 2 decided.")).toBeVisible();
    expect(api.calls(checkApprovals)).toHaveLength(1);
  });

  test("are not approved before the check has loaded", async ({ api, open }) => {
    answerList(api, rows);
    api.on(checkApprovals, loseConnection);
    const user = open(page, { as: reviewer });
    await user.click(await screen.findByRole("checkbox", { name: "Select Ada Okafor" }));
    await user.click(screen.getByRole("button", { name: "Approve (1)" }));
    const modal = await findDialog("Approve Salary Advances");
    const again = await modal.findByRole("button", { name: /Try again/i });
    expect(modal.getByRole("button", { name: "Approve" })).toBeDisabled();
    api.on(checkApprovals, () => ({ advances: [], wallets: null }));
    await user.click(again);
    await waitFor(() => expect(modal.getByRole("button", { name: "Approve" })).toBeEnabled());
  });
});
