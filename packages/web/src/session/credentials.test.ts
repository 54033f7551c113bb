import { expect, test } from "vitest";

import { emailProblem, passwordProblem } from "./credentials.ts";

test.each([
  ["", "Enter your email."],
  ["   ", "Enter your email."],
  ["ada", "Enter a valid email address, such as name@example.com."],
  ["ada@", "Enter a valid email address, such as name@example.com."],
  ["ada@example", "Enter a valid email address, such as name@example.com."],
  ["ada obi@example.com", "Enter a valid email address, such as name@example.com."],
])("the email '%s' is refused: %s", (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});

test("spaces around an email are ignored", () => {
  expect(emailProblem(" ada@example.com ")).toBeUndefined();
});

test("sign-in needs only a non-empty password", () => {
  expect(passwordProblem("")).toBe("Enter your password.");
  expect(passwordProblem("x")).toBeUndefined();
});
