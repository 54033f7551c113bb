import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addItem,
  canSubmit,
  completeItem,
  offeredSides,
  proposedAmount,
  removeItem,
  type ItemFields,
} from "./entry-builder.ts";
import { checkEntry, type DraftItem } from "./entry.ts";
import { kobo, MAX_AMOUNT } from "./money.ts";
import { SIDES, type Side } from "./side.ts";

/** The ledgers that no item uses. */
function free(items: readonly DraftItem[]) {
  return LEDGERS.filter(({ id }) => items.every(({ ledgerId }) => ledgerId !== id));
}

function item(side: Side, ledgerId: string, amount = 500n): DraftItem {
  return { side, ledgerId, amount: kobo(amount), narration: "Fuel" };
}

function sided(...sides: Side[]): DraftItem[] {
  return sides.map((side, index) => item(side, String(index + 1)));
}

const LEDGERS = ["1", "2", "3", "4"].map((id) => ({ id, name: `Ledger ${id}` }));

describe("offeredSides", () => {
  test.each<[string, Side[], Side[]]>([
    ["the first item takes DR", [], ["DR"]],
    ["after DR comes CR", ["DR"], ["CR"]],
    ["after CR comes DR", ["CR"], ["DR"]],
    ["with both taken there is none", ["DR", "CR"], []],
    ["whatever their order", ["CR", "DR"], []],
    ["several debits wait for a credit", ["DR", "DR"], ["CR"]],
    ["several on each side leave none", ["DR", "CR", "CR", "DR"], []],
  ])("in a new entry, %s", (_name, sides, expected) => {
    expect(offeredSides(sided(...sides))).toEqual(expected);
  });

  test.each<[string, Side[], Side[], Side[]]>([
    ["none until an item is removed", ["DR", "CR"], ["DR", "CR"], []],
    ["none of three either", ["DR", "CR", "CR"], ["DR", "CR", "CR"], []],
    ["the side of the removed item", ["DR", "CR"], ["CR"], ["DR"]],
    ["the place of one of two credits", ["DR", "CR", "CR"], ["DR", "CR"], ["CR"]],
    ["both sides when both have a free place", ["DR", "CR", "CR"], ["CR"], ["DR", "CR"]],
    ["DR first when all are removed", ["DR", "CR", "CR"], [], ["DR"]],
    ["no more places than it came with", ["DR", "CR", "CR"], ["CR", "DR", "CR"], []],
  ])("on edit, %s", (_name, loaded, sides, expected) => {
    expect(offeredSides(sided(...sides), sided(...loaded))).toEqual(expected);
  });
});

describe("proposedAmount", () => {
  test.each<[string, DraftItem[], Side, bigint | null]>([
    ["nothing yet", [], "DR", null],
    ["the credit's share", [item("DR", "1", 125_050n)], "CR", 125_050n],
    ["the side that has enough", [item("DR", "1", 125_050n)], "DR", null],
    ["the rest", [item("DR", "1", 900n), item("CR", "2", 250n)], "CR", 650n],
    ["a debit's share", [item("CR", "1", 900n), item("DR", "2", 250n)], "DR", 650n],
    ["equal sums", [item("DR", "1"), item("CR", "2")], "CR", null],
    ["as much as one item may carry", [item("DR", "1", MAX_AMOUNT)], "CR", MAX_AMOUNT],
    ["more than that", [item("DR", "1", MAX_AMOUNT), item("DR", "2", 1n)], "CR", null],
  ])("%s", (_name, items, side, expected) => {
    expect(proposedAmount(items, side)).toBe(expected);
  });
});

describe("completeItem", () => {
  const fields: ItemFields = { side: "CR", ledgerId: "7", amount: "1,250.5", narration: " Rent " };

  test("reads the amount as typed and trims the narration", () => {
    expect(completeItem(fields)).toEqual({
      side: "CR",
      ledgerId: "7",
      amount: 125_050n,
      narration: "Rent",
    });
    expect(completeItem({ ...fields, amount: "0.01" })?.amount).toBe(1n);
    expect(completeItem({ ...fields, amount: "10,000,000,000,000" })?.amount).toBe(MAX_AMOUNT);
  });

  test.each<[string, Partial<ItemFields>]>([
    ["no side", { side: null }],
    ["no ledger", { ledgerId: null }],
    ["an empty ledger", { ledgerId: "" }],
    ["no amount", { amount: "" }],
    ["an amount that is none", { amount: "12,50" }],
    ["an amount of zero", { amount: "0.00" }],
    ["a negative amount", { amount: "-5" }],
    ["an amount over the largest", { amount: "10000000000000.01" }],
    ["no narration", { narration: "" }],
    ["a blank narration", { narration: "  " }],
  ])("returns null with %s", (_name, change) => {
    expect(completeItem({ ...fields, ...change })).toBeNull();
  });
});

describe("addItem and removeItem", () => {
  test("build an entry, offer what was removed again, and do not change the old lists", () => {
    const none: DraftItem[] = [];
    const one = addItem(none, item("DR", "1"));
    const two = addItem(one, item("CR", "2"));
    expect([none.length, one.length, two.length]).toEqual([0, 1, 2]);
    expect(free(two).map(({ id }) => id)).toEqual(["3", "4"]);

    const left = removeItem(two, 0);
    expect(left).toEqual([item("CR", "2")]);
    expect(offeredSides(left)).toEqual(["DR"]);
    expect(free(left).map(({ id }) => id)).toEqual(["1", "3", "4"]);
    expect(two).toHaveLength(2);
  });

  test("on edit, an item of three can be replaced", () => {
    const loaded = [item("DR", "1", 900n), item("CR", "2", 500n), item("CR", "3", 400n)];
    const rest = removeItem(loaded, 2);
    const amount = proposedAmount(rest, "CR");
    expect(amount).toBe(400n);
    expect(addItem(rest, item("CR", "4", 400n), loaded)).toEqual([...rest, item("CR", "4", 400n)]);
  });

  test.each<[string, DraftItem[], DraftItem]>([
    ["a credit first", [], item("CR", "1")],
    ["a second debit", [item("DR", "1")], item("DR", "2")],
    ["a third item", sided("DR", "CR"), item("CR", "3")],
    ["a ledger in use", [item("DR", "1")], item("CR", "1")],
  ])("addItem refuses %s", (_name, items, added) => {
    expect(() => addItem(items, added)).toThrow(RangeError);
  });

  test.each([-1, 2, 0.5, Number.NaN])("removeItem refuses the index %s", (index) => {
    expect(() => removeItem(sided("DR", "CR"), index)).toThrow(RangeError);
  });
});

describe("canSubmit", () => {
  test.each<[Side[], boolean]>([
    [[], false],
    [["DR"], false],
    [["CR"], false],
    [["DR", "DR"], false],
    [["DR", "CR"], true],
    [["CR", "DR", "CR"], true],
  ])("%j: %s", (sides, expected) => {
    expect(canSubmit(sided(...sides))).toBe(expected);
  });

  test("does not check whether the sums agree", () => {
    const items = [item("DR", "1", 500n), item("CR", "2", 1n)];
    expect(canSubmit(items)).toBe(true);
    expect(checkEntry(items).ok).toBe(false);
  });
});

describe("the builder, along random clicks", () => {
  type Click = { remove: boolean; pick: number; amount: bigint };
  const clicks = fc.array(
    fc.record({
      remove: fc.boolean(),
      pick: fc.nat({ max: 100 }),
      amount: fc.bigInt({ min: 1n, max: 5n }),
    }),
    { maxLength: 30 },
  );

  /** The user's next action: removes an item, or adds one of the choices on offer. */
  function click(items: DraftItem[], { remove, pick, amount }: Click, loaded: DraftItem[]) {
    if (remove) return items.length === 0 ? items : removeItem(items, pick % items.length);
    const sides = offeredSides(items, loaded);
    const ledgers = free(items);
    const side = sides[pick % Math.max(1, sides.length)];
    const ledger = ledgers[pick % Math.max(1, ledgers.length)];
    if (side === undefined || ledger === undefined) return items;
    return addItem(items, item(side, ledger.id, proposedAmount(items, side) ?? amount), loaded);
  }

  test("a new entry never offers both sides, a taken side or a used ledger", () => {
    fc.assert(
      fc.property(clicks, (sequence) => {
        let items: DraftItem[] = [];
        for (const next of sequence) {
          items = click(items, next, []);
          const sides = offeredSides(items);
          const ledgers = free(items).map(({ id }) => id);
          expect(sides.length).toBe(items.length < 2 ? 1 : 0);
          expect(items.some(({ side }) => sides.includes(side))).toBe(false);
          expect(items.some(({ ledgerId }) => ledgers.includes(ledgerId))).toBe(false);
          expect(ledgers.length + items.length).toBe(LEDGERS.length);
          expect(canSubmit(items)).toBe(items.length === 2);
        }
      }),
    );
  });

  test("an entry whose amounts were taken as proposed passes the check", () => {
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.bigInt({ min: 1n, max: MAX_AMOUNT }), (pick, amount) => {
        const first = click([], { remove: false, pick, amount }, []);
        const both = click(first, { remove: false, pick, amount: 0n }, []);
        expect(canSubmit(both)).toBe(true);
        expect(checkEntry(both).ok).toBe(true);
      }),
    );
  });

  test("an edited entry never has more items on a side than at first, and can always be continued", () => {
    const loadedSides = fc.constantFrom<Side[]>(
      ["DR", "CR"],
      ["CR", "DR"],
      ["DR", "CR", "CR"],
      ["DR", "DR", "CR"],
      ["DR", "DR", "CR", "CR"],
    );
    fc.assert(
      fc.property(loadedSides, clicks, (sides, sequence) => {
        const loaded = sided(...sides);
        const count = (items: DraftItem[], side: Side) =>
          items.filter((each) => each.side === side).length;
        let items = loaded;
        for (const next of sequence) {
          items = click(items, next, loaded);
          for (const side of SIDES) {
            expect(count(items, side)).toBeLessThanOrEqual(count(loaded, side));
          }
          expect(offeredSides(items, loaded).length === 0).toBe(items.length === loaded.length);
          expect(new Set(items.map(({ ledgerId }) => ledgerId)).size).toBe(items.length);
        }
      }),
    );
  });
});
