import { savePersonal } from "@kontor/contract/employees/employees";
import { saveMailSettings } from "@kontor/contract/settings/settings";
import { expect, test } from "vitest";
import { z } from "zod";

import { allRoutes } from "../../app.ts";

/** What a user may type or paste into a field. */
const typed: readonly string[] = [
  "",
  " ",
  "abc",
  "-1",
  "1.005",
  "2026-02-30",
  "x@y",
  "two\nlines",
  "a\u0000b",
  "a".repeat(300),
  `${"a".repeat(250)}@example.com`,
  "a".repeat(70_000),
];

/** A message that no schema of ours wrote. */
const generic = /^(Invalid|Too (big|small)|Unrecognized)/;

/** Whether a field holds text: a field of another kind is no text field on any screen. */
const isOfAnotherKind = /expected (array|object|number)/;

test("no text in a field of any call is refused with a generic message", () => {
  const unsaid: string[] = [];
  for (const { endpoint } of allRoutes) {
    const { body, method, path } = endpoint;
    if (!(body instanceof z.ZodObject)) continue;
    for (const [name, field] of Object.entries<z.ZodType>(body.shape)) {
      for (const text of typed) {
        const messages = field.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
        if (messages.some((message) => isOfAnotherKind.test(message))) continue;
        const said = messages.filter((message) => generic.test(message));
        unsaid.push(...said.map((message) => `${method} ${path} ${name}: ${message}`));
      }
    }
  }
  expect([...new Set(unsaid)]).toEqual([]);
});

test.for([
  ["Reply-To", saveMailSettings.body.shape.reply_to],
  ["an employee", savePersonal.body.shape.email],
] as const)("the email of %s says how long it may be, and may be empty", ([, field]) => {
  const messageOf = (text: string) => field.safeParse(text).error?.issues[0]?.message;
  expect(messageOf(`${"a".repeat(250)}@example.com`)).toBe("Use at most 254 characters.");
  expect(messageOf("x@y")).toBe("Enter a valid email address, such as name@example.com.");
  expect(messageOf("")).toBeUndefined();
  expect(messageOf("ada@acme.example")).toBeUndefined();
});
