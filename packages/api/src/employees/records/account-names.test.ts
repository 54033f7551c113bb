import { expect, it } from "vitest";

import { namesAgree } from "./account-names.ts";

it.each([
  ["Ada Okafor", "OKAFOR ADA NGOZI", true],
  ["Ada Ngozi Okafor", "OKAFOR, ADA", true],
  ["Mrs. Adé Ọkáfọ̀r", "ADE OKAFOR", true],
  ["Ada Okafor", "OKAFOR", true],
  ["Ada Okafor", "CHIDI OKAFOR", false],
  ["Ada Okafor", "ACME FOODS LTD", false],
  ["Mr A", "Mr B", false],
  ["", "", false],
])("%s and %s may be one person: %s", (one, other, agree) => {
  expect(namesAgree(one, other)).toBe(agree);
  expect(namesAgree(other, one)).toBe(agree);
});
