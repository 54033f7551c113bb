import { expect, test } from "vitest";

import { allOrganizations, parseOrganizationChoice } from "./scope-filter.ts";

test("a stored organization is restored with its name", () => {
  expect(parseOrganizationChoice("12", "Acme")).toEqual({ tenantId: 12, name: "Acme" });
});

test.each([null, "", "0", "-1", "1.5", "all", "1e3", " 7", "0012", "9".repeat(16)])(
  "a stored value that is not an organization means all organizations: %j",
  (stored) => {
    expect(parseOrganizationChoice(stored, "Acme")).toEqual({
      tenantId: allOrganizations,
      name: "All Organizations",
    });
  },
);
