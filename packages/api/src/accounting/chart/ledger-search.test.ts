import { expect, test } from "vitest";

import { oneTypoPatterns } from "./ledger-search.ts";

/** Whether `like` finds a pattern in a text. */
function likeMatches(pattern: string, text: string): boolean {
  const source = pattern.replaceAll(
    /\\(.)|([%_])|([.*+?^${}()|[\]])/g,
    (_all, own?: string, wild?: string, odd?: string) => {
      if (own !== undefined) return `\\${own}`;
      if (wild !== undefined) return wild === "%" ? ".*" : ".";
      return `\\${odd ?? ""}`;
    },
  );
  return new RegExp(`^${source}$`, "s").test(text);
}

const matchesWithTypo = (word: string, text: string) =>
  oneTypoPatterns(word).some((each) => likeMatches(each, text));

test.each([
  ["a wrong letter", "salws", "sales"],
  ["a missing letter", "slaries", "salaries"],
  ["a letter too many", "saless", "sales"],
  ["two letters that changed places", "payalbe", "payable"],
  ["the word as it is", "sales", "sales of goods"],
])("one typo is %s", (_what, typed, meant) => {
  expect(matchesWithTypo(typed, meant)).toBe(true);
});

test("two typos do not match, and wildcards are matched literally", () => {
  expect(matchesWithTypo("xalwsy", "sales")).toBe(false);
  expect(matchesWithTypo("a%bc", "axxxbc")).toBe(false);
  expect(matchesWithTypo("a%bc", "a%bd")).toBe(true);
});
