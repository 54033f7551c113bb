import { kobo } from "@kontor/books/money";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getSalaryAdvance, listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { refuse } from "../../testing/refusal.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { listedAdvance, openedAdvance } from "../../testing/samples/salary-advances.ts";
import { memberOf } from "../../testing/users.ts";

const reviewer = memberOf(7, "salary-advances.read", "salary-advances.decide");

test("a decision by the keyboard leaves the focus on the row that takes its place", async ({
  api,
  open,
}) => {
  const ada = listedAdvance();
  const musa = listedAdvance({ id: 62, emp_name: "Musa Ibrahim" });
  let pending = [ada, musa];
  api.on(listSalaryAdvances, () => ({ data: pending, total: pending.length }));
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getSalaryAdvance, () => openedAdvance());
  api.on(decideAdvance, ({ status }) => {
    pending = [musa];
    return { ...ada, status };
  });
  const release = api.hold(decideAdvance);
  const user = open("/app/salary-advances?status=PENDING", { as: reviewer });
  (await screen.findByRole("button", { name: "Actions for Ada Okafor" })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Approve" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await screen.findByRole("status", { name: "Approving Ada Okafor" });
  await waitFor(() => expect(screen.getByRole("link", { name: "Ada Okafor" })).toHaveFocus());
  release();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Ada Okafor" })).toBeNull());
  await waitFor(() => expect(screen.getByRole("link", { name: "Musa Ibrahim" })).toHaveFocus());
});

const listed = listedAdvance();
const warned = { ...listed, warns: true };
const broke = { balance: kobo(0n), needed_later: kobo(0n), promised: kobo(0n) };
const short = { ...broke, missing: kobo(100_000_00n) };

describe.for([
  ["has a warning", warned, () => openedAdvance({ ...warned, ineligible: ["over_limit"] })],
  ["has one that the list does not know", listed, () => openedAdvance({ wallet: short })],
  ["cannot be read", listed, () => refuse("busy")],
] as const)("an advance whose card %s", ([, row, card]) => {
  test("is opened instead of being approved", async ({ api, open }) => {
    api.on(listSalaryAdvances, () => ({ data: [row], total: 1 }));
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    api.on(getSalaryAdvance, card);
    const user = open("/app/salary-advances", { as: reviewer });
    await user.click(await screen.findByRole("button", { name: "Actions for Ada Okafor" }));
    await user.click(await screen.findByRole("menuitem", { name: "Approve" }));
    await waitFor(() => expect(window.location.pathname).toBe("/app/salary-advances/7/9/61"));
    expect(await screen.findByText(/^Read before you approve$|busy/i)).toBeVisible();
    expect(api.calls(decideAdvance)).toHaveLength(0);
  });
});
