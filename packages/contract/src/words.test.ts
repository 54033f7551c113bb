import { expect, test } from "vitest";

import { initialsOf } from "./words.ts";

test.each([
  ["Ada Obi", "AO"],
  ["ada ngozi obi", "AN"],
  ["Kontor", "K"],
  ["  Ọlá  ", "Ọ"],
  ["(Acme) & 3 Sons", "A3"],
  ["😀😀 🎉", "😀"],
  ["", ""],
])("the initials of '%s' are '%s'", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
