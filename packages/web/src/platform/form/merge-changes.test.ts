import { expect, it } from "vitest";

import { hasSameValues, mergeChanges } from "./merge-changes.ts";

const loaded = { name: "Loaded", address: "Loaded", admin: "Loaded", logo: null as File | null };

it("takes the other user's value for untouched fields and keeps typed ones", () => {
  const typed = { ...loaded, address: "Typed" };
  const saved = { ...loaded, name: "Saved" };
  expect(mergeChanges(loaded, typed, saved)).toEqual({
    values: { ...loaded, name: "Saved", address: "Typed" },
    conflicts: [],
  });
});

it("names the fields that both users changed to different values", () => {
  const typed = { ...loaded, name: "Typed", address: "Same", admin: "Typed" };
  const saved = { ...loaded, name: "Saved", address: "Same" };
  const { values, conflicts } = mergeChanges(loaded, typed, saved);
  expect(values).toMatchObject({ name: "Typed", address: "Same", admin: "Typed" });
  expect(conflicts).toEqual(["name"]);
});

it("keeps a chosen file", () => {
  const logo = new File(["x"], "logo.png");
  expect(mergeChanges(loaded, { ...loaded, logo }, loaded).values.logo).toBe(logo);
});

it("recognizes the rows of a list that was loaded again", () => {
  const laptop = { id: 1, name: "Laptop", amount: 5n };
  const before = { owed: [laptop] };
  const typed = { owed: [laptop, { id: 2, name: "Leave days", amount: 7n }] };
  expect(mergeChanges(before, typed, { owed: [{ ...laptop }] }).conflicts).toEqual([]);
  const changed = { owed: [{ ...laptop, amount: 6n }] };
  expect(mergeChanges(before, typed, changed).conflicts).toEqual(["owed"]);
  expect(mergeChanges(before, { owed: [{ ...laptop }] }, changed).values).toEqual(changed);
});

it("recognizes a list that a form has copied", () => {
  const roles = { name: "Loaded", roles: ["OWNER", "VIEWER"] };
  const typed = { name: "Typed", roles: [...roles.roles] };
  const saved = { name: "Loaded", roles: ["VIEWER"] };
  expect(mergeChanges(roles, typed, saved)).toEqual({
    values: { name: "Typed", roles: ["VIEWER"] },
    conflicts: [],
  });
});

it.each([
  ["another length", ["OWNER"]],
  ["another member", ["OWNER", "HR"]],
  ["no list", "OWNER"],
])("recognizes %s of a list as a change", (_what, roles) => {
  const before = { roles: ["OWNER", "VIEWER"] as unknown };
  const { values, conflicts } = mergeChanges(before, { roles }, { roles: ["VIEWER"] });
  expect([values, conflicts]).toEqual([{ roles }, ["roles"]]);
});

it("finds two records the same only when every field is", () => {
  const record = { name: "Loaded", roles: ["OWNER"] };
  expect(hasSameValues(record, { name: "Loaded", roles: ["OWNER"] })).toBe(true);
  expect(hasSameValues(record, { name: "Typed", roles: ["OWNER"] })).toBe(false);
  expect(hasSameValues(record, { name: "Loaded", roles: ["OWNER", "HR"] })).toBe(false);
});
