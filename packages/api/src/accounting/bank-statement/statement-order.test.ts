import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import type { ReadLine } from "./statement-lines.ts";
import { orderStatement } from "./statement-order.ts";

function lineOf(line: number, day: number, net: bigint, balance: bigint | null = null): ReadLine {
  const date = `2026-07-${String(day).padStart(2, "0")}`;
  const amount = kobo(net < 0n ? -net : net);
  const dc = net < 0n ? "CR" : "DR";
  return { line: { line, date, narration: "", reference: "", amount, dc }, net, balance };
}
const order = (lines: ReadLine[]) => {
  const { lines: ordered, ...rest } = orderStatement(lines);
  return { order: ordered.map(({ line }) => line.line), ...rest };
};

describe("a statement is put in the order of time", () => {
  const three = [lineOf(2, 1, 10n, 110n), lineOf(3, 1, -5n, 105n), lineOf(4, 1, 20n, 125n)];

  it("by its balances, even within one day", () => {
    const found = { order: [2, 3, 4], opening: 100n, closing: 125n, breaks: [] };
    expect(order(three)).toEqual(found);
    expect(order(three.toReversed())).toEqual(found);
  });

  it("by its days where it has no balances", () => {
    const lines = [lineOf(2, 9, 10n), lineOf(3, 5, 10n)];
    expect(order(lines)).toEqual({ order: [3, 2], opening: null, closing: null, breaks: [] });
    expect(order(lines.toReversed()).order).toEqual([3, 2]);
  });

  it("with the lines after which a balance does not follow", () => {
    const [one, two, three_] = three;
    if (!one || !two || !three_) throw new Error("three lines");
    expect(order([one, three_])).toMatchObject({ order: [2, 4], closing: 125n, breaks: [4] });
    expect(order([one, { ...two, net: 5n }, three_]).breaks).toEqual([3]);
  });

  it("with balances on some lines only", () => {
    const lines = [lineOf(2, 1, 10n), lineOf(3, 2, -5n, 105n), lineOf(4, 3, 20n), lineOf(5, 4, 1n)];
    expect(order(lines)).toEqual({ order: [2, 3, 4, 5], opening: 100n, closing: 126n, breaks: [] });
  });
});
