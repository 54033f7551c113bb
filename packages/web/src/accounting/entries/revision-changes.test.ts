import { parseMoney, type Kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import { revisionChanges, type Revision } from "./revision-changes.ts";

function naira(text: string): Kobo {
  const amount = parseMoney(text);
  if (typeof amount !== "bigint") throw new Error(`${text} is no amount`);
  return amount;
}

function item(
  dc: "DR" | "CR",
  ledger_id: number,
  name: string,
  amount: string,
  narration = "Sale",
) {
  return {
    dc,
    ledger_id,
    code: `01-01-000${ledger_id}`,
    name,
    amount: naira(amount),
    narration,
  };
}

const first: Revision = {
  revision: 1,
  current: false,
  recorded_by: "Demo Administrator",
  recorded_at: new Date("2026-03-05T10:00:00Z"),
  date: "2026-03-05",
  narration: "Sale",
  items: [item("DR", 1, "Bank", "100.00"), item("CR", 2, "Sales", "100.00")],
};

describe("revisionChanges", () => {
  test("finds none between two equal revisions", () => {
    expect(revisionChanges(first, { ...first, revision: 2 })).toEqual([]);
  });

  test("names a new date and narration, and one that was removed", () => {
    expect(revisionChanges(first, { ...first, date: "2026-03-06", narration: "" })).toEqual([
      { what: "Date", before: "05 Mar 2026", after: "06 Mar 2026" },
      { what: "Narration", before: "Sale", after: null },
    ]);
  });

  test("names items that were added, removed and changed, by their ledger and not by their position", () => {
    const after: Revision = {
      ...first,
      items: [item("CR", 2, "Sales", "250.00"), item("DR", 3, "Cash", "250.00", "Counted")],
    };
    expect(revisionChanges(first, after)).toEqual([
      { what: "Bank", before: "DR ₦100.00", after: null },
      { what: "Sales", before: "CR ₦100.00", after: "CR ₦250.00" },
      { what: "Cash", before: null, after: "DR ₦250.00" },
    ]);
  });

  test("tells ledgers of the same name apart by their codes", () => {
    const between = (amount: string): Revision => ({
      ...first,
      items: [item("DR", 1, "Till", amount), item("CR", 2, "Till", amount)],
    });
    expect(revisionChanges(between("100.00"), between("90.00"))).toEqual([
      { what: "Till (01-01-0001)", before: "DR ₦100.00", after: "DR ₦90.00" },
      { what: "Till (01-01-0002)", before: "CR ₦100.00", after: "CR ₦90.00" },
    ]);
  });

  test("names a swapped side and a changed narration of an item", () => {
    const after: Revision = {
      ...first,
      items: [item("CR", 1, "Bank", "100.00"), item("DR", 2, "Sales", "100.00", "Returned")],
    };
    expect(revisionChanges(first, after)).toEqual([
      { what: "Bank", before: "DR ₦100.00", after: "CR ₦100.00" },
      { what: "Sales", before: "CR ₦100.00", after: "DR ₦100.00" },
      { what: "Narration of Sales", before: "Sale", after: "Returned" },
    ]);
  });
});
