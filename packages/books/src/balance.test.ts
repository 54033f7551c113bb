import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { addBalances, closing, rollUp, type Balance } from "./balance.ts";
import { kobo } from "./money.ts";
import { fromSigned, SIDES, type Side } from "./side.ts";

function balance(side: Side, amount: bigint): Balance {
  return { side, amount: kobo(amount) };
}

const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(kobo);
const balances = fc.record({ side: fc.constantFrom(...SIDES), amount: amounts });

describe("closing", () => {
  test.each([
    // opening, debit, credit, closing
    ["DR", 0n, 0n, 0n, "DR", 0n],
    ["DR", 500n, 200n, 0n, "DR", 700n],
    ["DR", 500n, 0n, 200n, "DR", 300n],
    ["DR", 500n, 0n, 500n, "DR", 0n],
    ["DR", 500n, 0n, 501n, "CR", 1n],
    ["CR", 500n, 0n, 200n, "CR", 700n],
    ["CR", 500n, 200n, 0n, "CR", 300n],
    ["CR", 500n, 500n, 0n, "DR", 0n],
    ["CR", 500n, 900n, 100n, "DR", 300n],
    ["CR", 0n, 0n, 0n, "DR", 0n],
  ] as const)("%s %s, debit %s, credit %s: %s %s", (side, amount, debit, credit, after, left) => {
    const posted = { debit: kobo(debit), credit: kobo(credit) };
    expect(closing(balance(side, amount), posted)).toEqual(balance(after, left));
  });

  test("posting in two steps ends where posting at once does", () => {
    fc.assert(
      fc.property(balances, amounts, amounts, (opening, debit, credit) => {
        const none = kobo(0n);
        const debited = closing(opening, { debit, credit: none });
        const stepwise = closing(debited, { debit: none, credit });
        expect(stepwise).toEqual(closing(opening, { debit, credit }));
      }),
    );
  });
});

describe("addBalances and rollUp", () => {
  test.each<[string, Balance[], Balance]>([
    ["none", [], balance("DR", 0n)],
    ["one", [balance("CR", 5n)], balance("CR", 5n)],
    ["the same side", [balance("DR", 5n), balance("DR", 7n)], balance("DR", 12n)],
    ["both sides", [balance("DR", 5n), balance("CR", 7n)], balance("CR", 2n)],
    ["both sides, equal", [balance("CR", 7n), balance("DR", 7n)], balance("DR", 0n)],
  ])("%s", (_name, parts, expected) => {
    expect(addBalances(parts)).toEqual(expected);
  });

  test("a ledger shows its own balance and that of its sub-ledgers", () => {
    expect(rollUp(balance("DR", 100n), [])).toEqual(balance("DR", 100n));
    expect(rollUp(balance("DR", 100n), [balance("CR", 250n), balance("DR", 30n)])).toEqual(
      balance("CR", 120n),
    );
  });

  test("in any order the sum is the same, and a balance with its opposite is zero", () => {
    fc.assert(
      fc.property(fc.array(balances, { maxLength: 10 }), (parts) => {
        const total = addBalances(parts);
        const turned: Balance = { ...total, side: total.side === "DR" ? "CR" : "DR" };
        expect(addBalances(parts.toReversed())).toEqual(total);
        expect(addBalances([...parts, turned])).toEqual(fromSigned(0n));
      }),
    );
  });
});
