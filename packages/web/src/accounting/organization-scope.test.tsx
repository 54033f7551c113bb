import { listEntries } from "@kontor/contract/accounting/entries";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect } from "vitest";

import { chooseOrganization } from "../platform/organization/scope-filter.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage } from "../testing/questions.ts";
import { answerBooks } from "../testing/samples/accounting.ts";
import { memberOf } from "../testing/users.ts";

const notFound = "The organization in the address was not found, so it is no longer selected.";

describe("an organization in the address that the user cannot see", () => {
  beforeEach(() => chooseOrganization(null));

  test("is forgotten, so that the lists are not empty without a reason", async ({ api, open }) => {
    answerBooks(api);
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    api.on(listEntries, () => ({ data: [], total: 0 }));
    const user = open("/app/entries?tenant_id=999");
    await expectMessage(notFound);
    await waitFor(() => expect(window.location.search).not.toContain("tenant_id"));
    expect(screen.getByLabelText("Organization")).toHaveValue("All Organizations");
    expect(api.calls(listEntries).at(-1)?.input).toMatchObject({ tenant_id: 0 });

    await user.click(screen.getByRole("link", { name: "Chart of Accounts" }));
    await waitFor(() => expect(window.location.pathname).toBe("/app/chart-accounts"));
    expect(window.location.search).not.toContain("tenant_id");
  });

  test("is forgotten for a user of another organization, who has no filter", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(listEntries, () => ({ data: [], total: 0 }));
    open("/app/entries?tenant_id=8", { as: memberOf(7, "accounting.read") });
    await expectMessage(notFound);
    await waitFor(() => expect(window.location.search).not.toContain("tenant_id"));
  });
});
