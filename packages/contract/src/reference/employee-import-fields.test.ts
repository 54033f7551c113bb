import { expect, test } from "vitest";

import { importFieldByTitle, isPayOnly, mayImportField } from "./employee-import-fields.ts";

test.each([
  ["Phone No", "phone"],
  ["Phone No.", "phone"],
  ["Mobile No", "phone"],
  ["Tel", "phone"],
  ["A/C No.", "account_number"],
  ["TIN No", "tax_id"],
  ["Date of Joining", "start_date"],
  ["E-mail", "email"],
  ["Gross Pay To-Date", "opening_gross"],
  ["PAYE (YTD)", "opening_tax"],
  ["Pension to date", "opening_pension"],
  ["YTD NHF", "opening_nhf"],
  ["Last Month Paid", "opening_through"],
  ["Employee Name", "full_name"],
  ["Benefit in Kind", "benefit_name"],
  ["Cost or Yearly Value", "benefit_value"],
  ["Benefit Start Date", "benefit_from"],
  ["Notes", undefined],
])("a column called %s holds %s", (title, field) => {
  expect(importFieldByTitle(title)).toBe(field);
});

test.each([
  [["staff_no", "last_name", "first_name", "opening_gross"], true],
  [["staff_no", null, "basic"], true],
  [["staff_no", "benefit_name", "benefit_value"], true],
  [["staff_no", "basic", "start_date"], false],
  [["staff_no", "last_name"], false],
] as const)("a file of %j has only pay: %s", (fields, only) => {
  expect(isPayOnly(fields)).toBe(only);
});

test.each([
  ["staff_no", { records: false, pay: false }, true],
  ["last_name", { records: false, pay: true }, true],
  ["middle_name", { records: false, pay: true }, false],
  ["middle_name", { records: true, pay: false }, true],
  ["basic", { records: true, pay: false }, false],
  ["opening_tax", { records: true, pay: false }, false],
  ["opening_tax", { records: false, pay: true }, true],
  ["benefit_value", { records: true, pay: false }, false],
] as const)("%s is imported with %o: %s", (field, rights, may) => {
  expect(mayImportField(field, rights)).toBe(may);
});
