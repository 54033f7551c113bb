import { expect, test } from "vitest";

import { nameMatchesFirst } from "./name-matches-first.ts";

const people = ["Emeka Abubakar", "Folake Abubakar", "Ada Nwa-Bello"].map((label) => ({ label }));

test.each([
  ["abubakar f", ["Folake Abubakar", "Emeka Abubakar", "Ada Nwa-Bello"]],
  ["ABU", ["Emeka Abubakar", "Folake Abubakar", "Ada Nwa-Bello"]],
  ["bello", ["Ada Nwa-Bello", "Emeka Abubakar", "Folake Abubakar"]],
  ["dfl-0039", ["Emeka Abubakar", "Folake Abubakar", "Ada Nwa-Bello"]],
  ["", ["Emeka Abubakar", "Folake Abubakar", "Ada Nwa-Bello"]],
])("of the results for %j, names with words that begin with it come first", (search, order) => {
  expect(nameMatchesFirst(people, search).map(({ label }) => label)).toEqual(order);
});
