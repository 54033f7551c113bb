import { organizationFields } from "@kontor/contract/organizations";
import { expect, it } from "vitest";

import { blankValues, mergeChanges, textFields } from "./organization-values.ts";

it("has a field for each of the contract's, and a logo", () => {
  expect(Object.keys(blankValues).toSorted()).toEqual(
    [...Object.keys(organizationFields), "logo"].toSorted(),
  );
  expect([...textFields, "logo"].toSorted()).toEqual(Object.keys(blankValues).toSorted());
});

const loaded = { ...blankValues, name: "Loaded", address: "Loaded", admin_name: "Loaded" };

it("takes what another saved where nothing was typed, and keeps what was", () => {
  const typed = { ...loaded, address: "Typed" };
  const saved = { ...loaded, name: "Saved", about: "<p>Saved</p>" };
  expect(mergeChanges(loaded, typed, saved)).toEqual({
    values: { ...loaded, name: "Saved", about: "<p>Saved</p>", address: "Typed" },
    conflicts: [],
  });
});

it("names the fields that both changed, each to something else", () => {
  const typed = { ...loaded, name: "Typed", address: "Same", admin_name: "Typed" };
  const saved = { ...loaded, name: "Saved", address: "Same" };
  const { values, conflicts } = mergeChanges(loaded, typed, saved);
  expect(values).toMatchObject({ name: "Typed", address: "Same", admin_name: "Typed" });
  expect(conflicts).toEqual(["name"]);
});

it("keeps a chosen logo", () => {
  const logo = new File(["x"], "logo.png");
  expect(mergeChanges(loaded, { ...loaded, logo }, loaded).values.logo).toBe(logo);
});
