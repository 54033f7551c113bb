import { parseMoney, type Kobo } from "@kontor/books/money";
import { maxNarrationLength } from "@kontor/contract/accounting/entries";
import { describe, expect, test } from "vitest";

import {
  canUndo,
  changeDraft,
  draftOf,
  emptyDraft,
  missingInEntry,
  isDraftTouched,
  missingInItem,
  itemsToSend,
  nextAmount,
  nextItem,
  nextNarration,
  nextSide,
  availableSides,
  moneySideWarning,
  type DraftLedger,
  type EntryDraft,
} from "./entry-draft.ts";

function naira(text: string): Kobo {
  const amount = parseMoney(text);
  if (typeof amount !== "bigint") throw new Error(`${text} is no amount`);
  return amount;
}

function ledger(id: number): DraftLedger {
  return {
    id,
    tenant_id: 1,
    organization_name: "Demo Foods Limited",
    code: `01-01-000${id}`,
    name: `Ledger ${id}`,
    cl_balance: naira("0.00"),
    cl_balance_dc: "DR",
  };
}

function fill(draft: EntryDraft, id: number, amount: string | null): EntryDraft {
  return changeDraft(draft, {
    type: "fill",
    fields: {
      ledger: ledger(id),
      narration: " Cash sale ",
      ...(amount === null ? {} : { amount: naira(amount) }),
    },
  });
}

function added(draft: EntryDraft, id: number, amount: string | null): EntryDraft {
  return changeDraft(fill(draft, id, amount), { type: "add", entryNarration: "" });
}

type Entry = Parameters<typeof draftOf>[0];

function item(dc: "DR" | "CR", id: number, text: string): Entry["items"][number] {
  const amount = naira(text);
  const none = naira("0.00");
  return {
    ...ledger(id),
    dc,
    amount,
    ledger_id: id,
    dr_amount: dc === "DR" ? amount : none,
    cr_amount: dc === "CR" ? amount : none,
    narration: "Cash sale",
  };
}

const entry: Entry = {
  id: 9,
  tenant_id: 1,
  organization_name: "Demo Foods Limited",
  entry_type_id: 1,
  entry_type_label: "Receipt",
  ent_number: "RCT-000009",
  date: "2026-03-05",
  narration: "",
  revision: 1,
  items: [item("DR", 1, "900.00"), item("DR", 2, "100.00"), item("CR", 3, "1000.00")],
  recorded_at: new Date("2026-03-05T10:00:00Z"),

  reversed_by: null,
  reverses: null,
};

describe("a new entry", () => {
  test("starts with DR and continues with CR, each once", () => {
    expect(availableSides(emptyDraft)).toEqual(["DR"]);
    const one = added(emptyDraft, 1, "100.00");
    expect(availableSides(one)).toEqual(["CR"]);
    const two = added(one, 2, "100.00");
    expect(availableSides(two)).toEqual([]);
    expect(nextSide(two)).toBeNull();
  });

  test("proposes the missing amount for the second side, until one is typed", () => {
    const one = added(emptyDraft, 1, "1250.50");
    expect(nextAmount(one)).toBe(naira("1250.50"));
    const typed = changeDraft(one, { type: "fill", fields: { amount: naira("7.00") } });
    expect(nextAmount(typed)).toBe(naira("7.00"));
    const named = changeDraft(typed, { type: "fill", fields: { narration: "Sale" } });
    expect(nextAmount(named)).toBe(naira("7.00"));
    const emptied = changeDraft(one, { type: "fill", fields: { amount: null } });
    expect(nextAmount(emptied)).toBeNull();
  });

  test("adds an item with its narration trimmed, and empties the fields", () => {
    const one = added(emptyDraft, 1, "100.00");
    expect(one.items).toHaveLength(1);
    expect(one.items[0]).toMatchObject({
      side: "DR",
      ledgerId: "1",
      amount: naira("100.00"),
      narration: "Cash sale",
    });
    expect(one).toMatchObject({ ledger: null, amount: null, amountTyped: false, narration: null });
  });

  test.each([
    ["a ledger", { ledger: null }],
    ["a narration", { narration: "  " }],
    ["an amount", { amount: null }],
    ["an amount that can be read", { amount: "unreadable" as const }],
    ["an amount above nothing", { amount: naira("0.00") }],
  ])("is not added to without %s", (_what, fields) => {
    const draft = changeDraft(fill(emptyDraft, 1, "100.00"), { type: "fill", fields });
    expect(nextItem(draft, "")).toBeNull();
    expect(missingInItem(draft, "")?.message).toMatch(/ the item\.$/);
    expect(changeDraft(draft, { type: "add", entryNarration: "" })).toBe(draft);
  });

  test("prefills an item's narration with the entry's, until another is typed", () => {
    const draft = changeDraft(emptyDraft, {
      type: "fill",
      fields: { ledger: ledger(1), amount: naira("5.00") },
    });
    expect(nextNarration(draft, "Sale at the counter")).toBe("Sale at the counter");
    const one = changeDraft(draft, { type: "add", entryNarration: "Sale at the counter " });
    expect(one.items[0]?.narration).toBe("Sale at the counter");
    const typed = changeDraft(draft, { type: "fill", fields: { narration: "" } });
    expect(nextItem(typed, "Sale at the counter")).toBeNull();
  });

  test("rejects a narration that is too long, and says what else is missing", () => {
    const long = "x".repeat(maxNarrationLength + 1);
    const draft = changeDraft(emptyDraft, {
      type: "fill",
      fields: { ledger: ledger(1), amount: naira("5.00") },
    });
    expect(nextItem(draft, long)).toBeNull();
    expect(missingInItem(draft, long)).toEqual({
      field: "narration",
      message: "Correct the item before adding it.",
    });
    expect(nextItem(draft, long.slice(1))).not.toBeNull();
    expect(missingInEntry(emptyDraft, "")).toBe("Add a DR item and a CR item before submitting.");
    const one = added(emptyDraft, 1, "5.00");
    expect(missingInEntry(one, "")).toBe("Add a CR item before submitting.");
    const two = added(one, 2, null);
    expect(missingInEntry(two, "")).toBeNull();
    expect(missingInItem(two, "")).toBeNull();
    expect(missingInEntry(two, "x".repeat(maxNarrationLength + 1))).toMatch(/^Shorten/);
  });

  test("puts a deleted item back in its place, while that is free", () => {
    const two = added(added(emptyDraft, 1, "100.00"), 2, null);
    const left = changeDraft(two, { type: "remove", index: 0 });
    expect(changeDraft(left, { type: "undo" }).items).toEqual(two.items);
    const again = added(left, 3, null);
    expect([canUndo(left), canUndo(again)]).toEqual([true, false]);
    expect(changeDraft(again, { type: "undo" })).toBe(again);
    const none = changeDraft(left, { type: "remove", index: 0 });
    expect(changeDraft(none, { type: "undo" }).items.map(({ side }) => side)).toEqual(["CR"]);
  });

  test("replaces an item by another", () => {
    const two = added(added(emptyDraft, 1, "100.00"), 2, null);
    const [first] = two.items;
    if (!first) throw new Error("there are two items");
    const other = { ...first, amount: naira("90.00") };
    const revised = changeDraft(two, { type: "revise", index: 0, item: other });
    expect(revised.items).toEqual([other, two.items[1]]);
  });

  test("does not put a deleted item back whose ledger another took meanwhile", () => {
    const two = added(added(emptyDraft, 1, "100.00"), 2, null);
    const left = changeDraft(two, { type: "remove", index: 0 });
    const [kept] = left.items;
    if (!kept) throw new Error("one item is left");
    const other = { ...kept, ledgerId: "1", ledger: ledger(1) };
    const taken = changeDraft(left, { type: "revise", index: 0, item: other });
    expect(canUndo(taken)).toBe(false);
    expect(changeDraft(taken, { type: "undo" })).toBe(taken);
  });

  test("offers a removed item's side again", () => {
    const two = added(added(emptyDraft, 1, "100.00"), 2, null);
    const left = changeDraft(two, { type: "remove", index: 0 });
    expect(left.items.map(({ side }) => side)).toEqual(["CR"]);
    expect(nextSide(left)).toBe("DR");
    expect(nextAmount(left)).toBe(naira("100.00"));
  });

  test("sends its items as the contract names them", () => {
    expect(itemsToSend(added(emptyDraft, 1, "100.00").items)).toEqual([
      { dc: "DR", ledger_id: 1, amount: naira("100.00"), narration: "Cash sale" },
    ]);
  });
});

describe("an entry that is edited", () => {
  test("offers no side until an item is removed, and then that item's", () => {
    const draft = draftOf(entry);
    expect(availableSides(draft)).toEqual([]);
    const left = changeDraft(draft, { type: "remove", index: 1 });
    expect(availableSides(left)).toEqual(["DR"]);
    expect(nextAmount(left)).toBe(naira("100.00"));
  });

  test("keeps a chosen side only while it is offered", () => {
    const draft = changeDraft(draftOf(entry), { type: "fill", fields: { side: "CR" } });
    expect(nextSide(changeDraft(draft, { type: "remove", index: 2 }))).toBe("CR");
    const left = changeDraft(draft, { type: "remove", index: 0 });
    expect(nextSide(left)).toBe("DR");
    const both = changeDraft(left, { type: "remove", index: 1 });
    expect(availableSides(both)).toEqual(["DR", "CR"]);
    expect(nextSide(both)).toBe("CR");
  });
});

describe("isDraftTouched", () => {
  test("is false for a new draft, and for an item put back unchanged", () => {
    expect(isDraftTouched(emptyDraft)).toBe(false);
    const draft = draftOf({ ...entry, items: entry.items.slice(1) });
    expect(isDraftTouched(draft)).toBe(false);
    const removed = changeDraft(draft, { type: "remove", index: 1 });
    expect(isDraftTouched(removed)).toBe(true);
    expect(isDraftTouched(added(removed, 3, "1000.00"))).toBe(false);
  });

  test("is true for an item of which any part was changed, and false for an amount that was cleared", () => {
    const draft = draftOf(entry);
    const [first] = draft.items;
    if (!first) throw new Error("there are three items");
    for (const changed of [
      { ledgerId: "7" },
      { side: "CR" as const },
      { amount: naira("901.00") },
      { narration: "Sale" },
    ]) {
      const revised = { type: "revise", index: 0, item: { ...first, ...changed } } as const;
      expect(isDraftTouched(changeDraft(draft, revised))).toBe(true);
    }
    const cleared = changeDraft(emptyDraft, { type: "fill", fields: { amount: null } });
    expect(isDraftTouched(cleared)).toBe(false);
  });

  test.each([
    ["a ledger", { ledger: ledger(1) }],
    ["a narration", { narration: "Sale" }],
    ["an amount", { amount: naira("1.00") }],
  ])("says yes to %s that was filled in", (_what, fields) => {
    expect(isDraftTouched(changeDraft(emptyDraft, { type: "fill", fields }))).toBe(true);
  });
});

describe("an entry whose ledgers do not fit its kind", () => {
  const posted = (side: "DR" | "CR", code: string, name: string) => ({
    side,
    ledger: { ...ledger(1), code, name },
  });
  const bank = "01-01-0001";
  const overdraft = "02-01-0001";
  const sales = "03-01-0001";
  const rent = "04-01-0001";

  test.each([
    ["receipt", [posted("DR", bank, "Bank"), posted("CR", sales, "Sales")]],
    ["receipt", [posted("DR", overdraft, "Overdraft"), posted("CR", sales, "Sales")]],
    // The bank deducted charges from the receipt.
    [
      "receipt",
      [posted("DR", rent, "Charges"), posted("DR", bank, "Bank"), posted("CR", sales, "Sales")],
    ],
    ["payment", [posted("DR", rent, "Rent"), posted("CR", bank, "Bank")]],
    ["contra", [posted("DR", bank, "Cash"), posted("CR", overdraft, "Overdraft")]],
    ["journal", [posted("DR", rent, "Rent"), posted("CR", sales, "Sales")]],
  ] as const)("is not questioned: %s", (kind, items) => {
    expect(moneySideWarning(kind, items)).toBeUndefined();
  });

  test("is questioned by kind", () => {
    expect(
      moneySideWarning("receipt", [posted("DR", sales, "Sales"), posted("CR", bank, "Bank")]),
    ).toBe(
      "A receipt debits the cash or bank ledger that the money came into; this one debits Sales.",
    );
    expect(
      moneySideWarning("payment", [posted("DR", bank, "Bank"), posted("CR", rent, "Rent")]),
    ).toBe("A payment credits the cash or bank ledger that the money left; this one credits Rent.");
    expect(
      moneySideWarning("contra", [posted("DR", bank, "Bank"), posted("CR", sales, "Sales")]),
    ).toBe("A contra moves money between cash and bank ledgers; this one uses Sales.");
    const many = ["Rent", "Fuel", "Wages", "Tax"].map((name) => posted("DR", rent, name));
    expect(moneySideWarning("contra", [...many.slice(0, 2), posted("CR", bank, "Bank")])).toMatch(
      / uses Rent and Fuel\.$/,
    );
    expect(moneySideWarning("contra", [...many, posted("CR", bank, "Bank")])).toMatch(
      / uses Rent, Fuel and 2 more\.$/,
    );
  });
});
