import { expect, test } from "vitest";

import { codeInWords, initialsOf } from "./words.ts";

test.each([
  ["Ada Obi", "AO"],
  ["ada ngozi obi", "AN"],
  ["Kontor", "K"],
  ["  Ọlá  ", "Ọ"],
  ["(Acme) & 3 Sons", "A3"],
  ["Ọlá".normalize("NFD"), "Ọ"],
  ["😀😀 🎉", "😀"],
  [" 😀", "😀"],
  ["", ""],
])("the initials of '%s' are '%s'", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  ["PENDING", "Pending"],
  ["PARTLY_PAID", "Partly paid"],
  ["PR-000031", "PR-000031"],
  ["Head Office", "Head Office"],
])("the code '%s' is '%s' in words", (code, words) => {
  expect(codeInWords(code)).toBe(words);
});
