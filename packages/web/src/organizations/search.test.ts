import { expect, it } from "vitest";

import { readOrganizationIds } from "./search.ts";

it.each([
  ["1", "2", { tenantId: 1, companyId: 2 }],
  ["0", "2", null],
  ["1", "x", null],
  ["01", "2", null],
  ["1", "9".repeat(16), null],
])("parses the ids %s and %s", (tenant_id, company_id, ids) => {
  expect(readOrganizationIds({ tenant_id, company_id })).toEqual(ids);
});
