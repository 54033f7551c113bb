import { expect, test } from "vitest";

import { importFieldCalled } from "./employee-import-fields.ts";

test.each([
  ["Phone No", "phone"],
  ["Phone No.", "phone"],
  ["Mobile No", "phone"],
  ["Tel", "phone"],
  ["A/C No.", "account_number"],
  ["TIN No", "tax_id"],
  ["Date of Joining", "start_date"],
  ["E-mail", "email"],
  ["Notes", undefined],
])("a column called %s holds %s", (title, field) => {
  expect(importFieldCalled(title)).toBe(field);
});
