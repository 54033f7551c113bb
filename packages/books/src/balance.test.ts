import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { addBalances, rollUp, type Balance } from "./balance.ts";
import { kobo } from "./money.ts";
import { fromSigned, otherSide, SIDES, type Side } from "./side.ts";

function balance(side: Side, amount: bigint): Balance {
  return { side, amount: kobo(amount) };
}

const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n }).map(kobo);
const balances = fc.record({ side: fc.constantFrom(...SIDES), amount: amounts });

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

  test("the sum is the same in any order, and a balance plus its opposite is zero", () => {
    fc.assert(
      fc.property(fc.array(balances, { maxLength: 10 }), (parts) => {
        const total = addBalances(parts);
        const turned: Balance = { ...total, side: otherSide(total.side) };
        expect(addBalances(parts.toReversed())).toEqual(total);
        expect(addBalances([...parts, turned])).toEqual(fromSigned(0n));
      }),
    );
  });
});
