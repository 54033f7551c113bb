import { expect, test } from "vitest";

import { openedImport } from "../../testing/samples/imports.ts";
import {
  effectOf,
  importedText,
  rejectedSentences,
  summaryOf,
  writtenNoun,
} from "./import-texts.ts";

const none = { NEW: 0, CHANGED: 0, UNCHANGED: 0, REJECTED: 0 };
const of = (counts: Partial<typeof none>) => openedImport({ counts: { ...none, ...counts } });

test.each([
  [{ UNCHANGED: 4 }, "There is nothing new or changed in this file."],
  [{ REJECTED: 2 }, "There is nothing to import: every row is rejected."],
  [
    { UNCHANGED: 4, REJECTED: 2 },
    "There is nothing to import: every row is unchanged or rejected.",
  ],
  [{ NEW: 1, REJECTED: 2 }, "Nothing is imported yet. Check the changes below."],
])("a checked file with %o: %s", (counts, words) => {
  expect(summaryOf(of(counts))).toBe(words);
});

const one =
  "The reasons are under Rejected. Download the rejected row, correct it and upload that file.";
const many =
  "The reasons are under Rejected. Download the rejected rows, correct them and upload that file.";

test.each([
  [{ REJECTED: 1 }, one],
  [{ REJECTED: 2 }, many],
  [{ NEW: 1, REJECTED: 1 }, `It is left out when you import the other rows. ${one}`],
  [{ CHANGED: 1, REJECTED: 2 }, `They are left out when you import the other rows. ${many}`],
])("the rejected rows of a checked file with %o: %s", (counts, words) => {
  expect(rejectedSentences(of(counts))).toBe(words);
});

test("the rejected row of an imported file was not imported", () => {
  const file = openedImport({ status: "COMMITTED", counts: { ...none, NEW: 1, REJECTED: 1 } });
  expect(rejectedSentences(file)).toBe(`It was not imported. ${one}`);
});

test.each([
  ["worker", "yes", "Yes"],
  ["nhf_consent", "no", "No"],
  ["department", "yes", "yes"],
  ["gender", "FEMALE", "Female"],
  ["basic", "250000.00", "₦250,000.00"],
  ["start_date", "2026-01-05", "05 Jan 2026"],
  ["opening_through", "2026-03", "March 2026"],
  ["opening_tax", "49000.50", "₦49,000.50"],
  ["benefit_name", "2008", "2008"],
  ["benefit_kind", "ASSET", "Asset of the company"],
  ["benefit_value", "24000000.00", "₦24,000,000.00"],
  ["benefit_to", "2026-12-31", "31 Dec 2026"],
] as const)("the field %s with %s is shown as %s", (field, text, words) => {
  expect(importedText(field, text)).toBe(words);
});

test.each([
  [{ CHANGED: 3 }, "now", "3 rows are imported."],
  [{ CHANGED: 1 }, "past", "1 row was imported."],
  [{ NEW: 2, CHANGED: 3 }, "now", "2 employees are added and 3 rows of others imported."],
  [{ NEW: 1 }, "past", "1 employee was added."],
] as const)("a file with benefits counts rows: %o", (counts, tense, words) => {
  const columns = [{ title: "Benefit", field: "benefit_name" as const }];
  const file = openedImport({ counts: { ...none, ...counts }, columns });
  expect(effectOf(file, tense)).toBe(words);
  expect([writtenNoun(file), writtenNoun(openedImport())]).toEqual(["row", "employee"]);
});
