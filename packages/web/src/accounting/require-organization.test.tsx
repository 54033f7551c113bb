import { getLedger, listSubLedgers } from "@kontor/contract/accounting/accounts";
import { listGroupLedgers } from "@kontor/contract/accounting/groups";
import { getPeriods } from "@kontor/contract/accounting/periods";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, describe, expect } from "vitest";

import { chooseOrganization } from "../platform/organization/scope-filter.ts";
import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { test } from "../testing/page-test.tsx";
import { openPeriods, sampleLedger } from "../testing/samples/accounting.ts";
import { listedOrganization } from "../testing/samples/organizations.ts";
import { memberOf, staffWith } from "../testing/users.ts";

const address = "/app/ledgers/edit/31";
const accountant = staffWith("organizations.read", "accounting.read", "accounting.write");
const sentence =
  "This link does not name an organization. Choose the organization to open the ledger.";

function serveLedger(api: FakeApi): void {
  api.on(getLedger, () => sampleLedger());
  api.on(listSubLedgers, () => ({ data: [], total: 0 }));
  api.on(listGroupLedgers, () => ({ data: [], total: 0 }));
  api.on(getPeriods, () => openPeriods());
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
}

/** The organizations named in the calls. */
const tenantsInCalls = (api: FakeApi) => [
  ...new Set(
    [getLedger, listSubLedgers].flatMap((endpoint) =>
      api.calls(endpoint).map(({ input }) => input.tenant_id),
    ),
  ),
];

describe("the page of a record", () => {
  beforeEach(() => chooseOrganization(null));

  test("reads the books of the organization of its address", async ({ api, open }) => {
    serveLedger(api);
    open(`${address}?tenant_id=7`, { as: accountant });
    expect(await screen.findByDisplayValue("Front till")).toBeVisible();
    expect(tenantsInCalls(api)).toEqual([7]);
    expect(screen.getByRole("link", { name: "View Statement" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/31?tenant_id=7",
    );
  });

  test("uses the chosen organization when its address names none", async ({ api, open }) => {
    serveLedger(api);
    chooseOrganization({ tenantId: 7, name: "Acme Corporation" });
    open(address, { as: accountant });
    expect(await screen.findByDisplayValue("Front till")).toBeVisible();
    expect(tenantsInCalls(api)).toEqual([7]);
  });

  test("asks for the organization when nothing names it", async ({ api, open }) => {
    serveLedger(api);
    const user = open(address, { as: accountant });
    expect(await screen.findByText(sentence)).toBeVisible();
    await expectAccessible();
    expect(tenantsInCalls(api)).toEqual([]);
    await user.click(screen.getByRole("combobox", { name: "Organization" }));
    await user.click(await screen.findByRole("option", { name: "Acme Corporation" }));
    expect(await screen.findByDisplayValue("Front till")).toBeVisible();
    expect(tenantsInCalls(api)).toEqual([7]);
    expect(window.location.search).toBe("?tenant_id=7");
    cleanup();

    chooseOrganization(null);
    open("/app/month-end", { as: accountant });
    expect(
      await screen.findByText(
        "Months are locked and years closed for one organization at a time. Choose an organization.",
      ),
    ).toBeVisible();
  });

  test("does not ask a user of one organization", async ({ api, open }) => {
    serveLedger(api);
    open(address, { as: memberOf(7, "accounting.read", "accounting.write") });
    expect(await screen.findByDisplayValue("Front till")).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();
    expect(api.calls(getLedger).map(({ input }) => input.tenant_id)).toEqual([undefined]);
  });
});
