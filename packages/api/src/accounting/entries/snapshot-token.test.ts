import { snapshotToken } from "@kontor/contract/wire/lists";
import { expect, test } from "vitest";

import { snapshotTokenOf, snapshotOfToken } from "./snapshot-token.ts";

test("a mark is a shortened snapshot, equivalent to the full one", () => {
  for (const [snapshot, mark] of [
    ["748213:748213:", "748213-0"],
    ["748213:748218:748213,748215", "748213-5-0-2"],
    ["18446744073709:18446744073999:18446744073709", "18446744073709-290-0"],
  ] as const) {
    expect(snapshotTokenOf(snapshot)).toBe(mark);
    expect(snapshotToken.parse(mark)).toBe(mark);
    expect(snapshotOfToken(mark)).toBe(snapshot);
  }
});

test("text that is not a snapshot is not a mark", () => {
  const refused = [
    "now",
    "900",
    "0-1",
    "5-",
    "5-3-3",
    "5-3-2-1",
    "5-3-1-1",
    "-5-3",
    "5-99999999999",
  ];
  expect(refused.filter((text) => snapshotToken.safeParse(text).success)).toEqual([]);
});
