import { describe, expect, test } from "vitest";

import { newDepartmentSentence } from "./new-department.ts";

const departments = ["Finance", "HR", "Human Resources", "Sales"];
const sentenceOf = (name: string) => newDepartmentSentence(name, departments);

describe("a department that nobody is in yet", () => {
  test.each([
    ["Finanse", "Finance"],
    ["finance", "Finance"],
    ["Fniance", "Finance"],
    ["Finnance", "Finance"],
    ["Human-Resource", "Human Resources"],
    ["Slaes", "Sales"],
  ])("%s is similar to %s", (name, meant) => {
    expect(sentenceOf(name)).toBe(`Nobody is in this department yet. Did you mean “${meant}”?`);
  });

  test.each(["PR", "Finest", "Legal", "Sails and Ropes"])("%s is similar to none", (name) => {
    expect(sentenceOf(name)).toBe("Nobody is in this department yet. Check its spelling.");
  });
});

test.each(["Finance", " Sales ", "", " "])("nothing is said of “%s”", (name) => {
  expect(sentenceOf(name)).toBeUndefined();
});

test("nothing is said while nobody has a department, or departments are not known", () => {
  expect(newDepartmentSentence("Finance", [])).toBeUndefined();
  expect(newDepartmentSentence("Finance", undefined)).toBeUndefined();
});
