import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { listedAdvance } from "../../testing/samples/salary-advances.ts";
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
