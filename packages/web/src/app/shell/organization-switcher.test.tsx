import { listLedgers } from "@kontor/contract/accounting/accounts";
import { listEntries } from "@kontor/contract/accounting/entries";
import { getStatement } from "@kontor/contract/accounting/statements";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect } from "vitest";

import { chooseOrganization } from "../../platform/organization/scope-filter.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { memberOf } from "../../testing/users.ts";

const header = () => within(screen.getByRole("banner"));
const switcher = () => screen.findByRole("button", { name: /^Switch organization, now/ });

beforeEach(() => chooseOrganization(null));

test("switches the open page, its address and its filter, and the next page", async ({
  api,
  open,
}) => {
  answerBooks(api);
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(listEntries, () => ({ data: [], total: 0 }));
  const user = open("/app/entries");
  expect(await switcher()).toHaveTextContent("All Organizations");
  await user.click(await switcher());
  const field = await header().findByRole("combobox", { name: "Organization" });
  expect(field).toHaveFocus();
  await user.click(await screen.findByRole("option", { name: "Acme Corporation" }));
  await waitFor(() => expect(window.location.search).toContain("tenant_id=7"));
  expect(await switcher()).toHaveTextContent("Acme Corporation");
  expect(screen.getByLabelText("Organization")).toHaveValue("Acme Corporation");
  await waitFor(() => expect(api.calls(listEntries).at(-1)?.input).toMatchObject({ tenant_id: 7 }));
  await expectAccessible();

  await user.click(screen.getByRole("link", { name: "Dashboard" }));
  await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
  expect(await switcher()).toHaveTextContent("Acme Corporation");
  await user.click(await switcher());
  await header().findByRole("combobox", { name: "Organization" });
  await user.keyboard("{Escape}");
  expect(await switcher()).toHaveTextContent("Acme Corporation");
});

test("marks a suspended organization among the choices, which staff may still choose", async ({
  api,
  open,
}) => {
  answerBooks(api);
  const suspended = { tenant_id: 8, name: "Beta Limited", status: "SUSPENDED" as const };
  api.on(listOrganizations, () => ({
    data: [listedOrganization(), listedOrganization(suspended)],
    total: 2,
  }));
  api.on(listEntries, () => ({ data: [], total: 0 }));
  const user = open("/app/entries");
  await user.click(await switcher());
  const marked = await screen.findByRole("option", { name: /^Beta Limited/ });
  expect(marked).toHaveTextContent("Suspended");
  expect(screen.getByRole("option", { name: "Acme Corporation" })).toBeVisible();
  await user.click(marked);
  await waitFor(async () => expect(await switcher()).toHaveTextContent("Beta Limited"));
});

test("names the organization of the address, and goes to the other organization's list", async ({
  api,
  open,
}) => {
  chooseOrganization({ tenantId: 8, name: "Beta Limited" });
  answerBooks(api);
  api.on(listOrganizations, ({ tenant_id }) =>
    tenant_id === 7
      ? { data: [listedOrganization()], total: 1 }
      : { data: [listedOrganization({ tenant_id: 8, name: "Beta Limited" })], total: 1 },
  );
  api.on(getStatement, () => refuse("busy"));
  const user = open("/app/ledger-statement/21?tenant_id=7");
  await waitFor(async () => expect(await switcher()).toHaveTextContent("Acme Corporation"));
  // The offered ledgers belong to the same books.
  await waitFor(() => expect(api.calls(listLedgers)[0]?.input).toMatchObject({ tenant_id: 7 }));
  await user.click(await switcher());
  await user.click(await screen.findByRole("option", { name: "Beta Limited" }));
  await waitFor(() => expect(window.location.pathname).toBe("/app/chart-accounts"));
  expect(window.location.search).toBe("?tenant_id=8");
});

test("is hidden from users of one organization", async ({ open }) => {
  open("/app/dashboard", { as: memberOf(7, "accounting.read") });
  await screen.findByRole("link", { name: "Chart of Accounts" });
  expect(header().queryByRole("button", { name: /Switch organization/ })).toBeNull();
  // Printed pages name the organization, since they leave the app.
  expect(header().getByText("Acme Limited")).toBeInTheDocument();
});
