import { getOrganization } from "@kontor/contract/organizations/organizations";
import { listOrganizationAudit, listPlatformAudit } from "@kontor/contract/users/audit";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { refuse } from "../../testing/refusal.ts";
import { openedOrganization } from "../../testing/samples/organizations.ts";
import type { AuditItem } from "./data.ts";

const item: AuditItem = {
  id: 12,
  recorded_at: new Date("2026-03-09T09:00:00Z"),
  action: "user.roles-changed",
  subject: "user:12",
  record: "Chi Clerk",
  actor_id: 1,
  actor_name: "Ada Administrator",
  actor_email: "ada@kontor.example",
  tenant_id: null,
  organization: null,
  address: "192.0.2.7",
  changes: [
    { field: "roles", from: "Viewer", to: "Accountant" },
    { field: "about", from: null, to: null },
  ],
  facts: [{ name: "mailed to", value: "3 administrators" }],
  request_id: "3f1c",
};

describe("the audit log", () => {
  test("shows actions, each with the values before and after", async ({ api, open }) => {
    api.on(listPlatformAudit, () => ({ data: [item], total: 1 }));
    const user = open("/app/settings/audit-log");
    const table = within(await screen.findByRole("table", { name: "Audit Log" }));
    await user.click(await table.findByText("User roles changed"));
    const dialog = within(await screen.findByRole("dialog", { name: "User roles changed" }));
    expect(dialog.getByText("Ada Administrator, ada@kontor.example")).toBeVisible();
    expect(dialog.getByText("3 administrators")).toBeVisible();
    expect(dialog.getByText("User Chi Clerk")).toBeVisible();
    const row = within(dialog.getByRole("row", { name: /^Roles/ }));
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "Viewer",
      "Accountant",
    ]);
    await expectAccessible();
    await user.click(dialog.getByRole("button", { name: "History of This Record" }));
    await waitFor(() => expect(api.calls(listPlatformAudit).at(-1)?.input.subject).toBe("user:12"));
  });

  test("is filtered by kind, and the filter cleared", async ({ api, open }) => {
    api.on(listPlatformAudit, ({ kind }) =>
      kind === undefined ? { data: [item], total: 1 } : { data: [], total: 0 },
    );
    const user = open("/app/settings/audit-log", { on: "phone" });
    await screen.findByText("User roles changed");
    await user.click(screen.getByRole("button", { name: "Filters" }));
    await user.selectOptions(screen.getByLabelText("Kind"), "Exports");
    expect(await screen.findByText("Nothing found")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(await screen.findByText("User roles changed")).toBeVisible();
  });

  test("of an organization is on its page, and shows an error when it cannot be loaded", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(listOrganizationAudit, () => refuse("busy"));
    open("/app/organizations/7/9?tab=audit-log");
    expect(await screen.findByRole("tab", { name: "Audit Log", selected: true })).toBeVisible();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(api.calls(listOrganizationAudit)[0]?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
    });
  });
});
