import { expect, test } from "vitest";

import { noneOfferedText } from "./employee-texts.ts";

test.each([
  [{ data: { branches: [] }, isError: false }, "No branch found"],
  // An earlier response is shown although the last one failed.
  [{ data: { branches: [] }, isError: true }, "No branch found"],
  [{ data: undefined, isError: false }, "Loading…"],
  [{ data: undefined, isError: true }, "The branches could not be loaded."],
])("a select without branches says why: %o", (query, text) => {
  expect(noneOfferedText("branch", query)).toBe(text);
});
