import { organizationFields } from "@kontor/contract/organizations/organizations";
import { expect, it } from "vitest";

import { blankValues } from "./organization-values.ts";

it("has a field for each field of the contract, and a logo", () => {
  expect(Object.keys(blankValues).toSorted()).toEqual(
    [...Object.keys(organizationFields), "logo"].toSorted(),
  );
});
