import { branchSorts } from "@kontor/contract/branches";
import { organizationSorts } from "@kontor/contract/organizations";
import { expect, it } from "vitest";

import { readOrganizationIds, readOrganizationSearch, readOrganizationsSearch } from "./search.ts";

it.each([
  [{}, {}],
  [
    { search: "foods", sort: "-created_at", page: 3 },
    { search: "foods", sort: "-created_at", page: 3 },
  ],
  [
    { search: 2026, page: "2" },
    { search: "2026", page: 2 },
  ],
  [{ search: "  ", sort: "email", page: 1 }, {}],
  [{ sort: "--name", page: -1 }, {}],
  [{ page: 1e15 }, {}],
])("reads the list's address %j", (raw, search) => {
  expect(readOrganizationsSearch(raw)).toEqual(search);
});

it("knows every column that the lists can be sorted by", () => {
  for (const column of organizationSorts) {
    expect(readOrganizationsSearch({ sort: column }).sort).toBe(column);
    expect(readOrganizationsSearch({ sort: `-${column}` }).sort).toBe(`-${column}`);
  }
  for (const column of branchSorts) {
    expect(readOrganizationSearch({ sort: `-${column}` }).sort).toBe(`-${column}`);
  }
});

it("keeps the tab in the address of an organization", () => {
  expect(readOrganizationSearch({ tab: "branches", search: "ikeja" })).toMatchObject({
    tab: "branches",
    search: "ikeja",
  });
});

it.each([
  ["1", "2", { tenantId: 1, companyId: 2 }],
  ["0", "2", null],
  ["1", "x", null],
  ["01", "2", null],
  ["1", "9".repeat(16), null],
])("reads the ids %s and %s", (tenant_id, company_id, ids) => {
  expect(readOrganizationIds({ tenant_id, company_id })).toEqual(ids);
});
