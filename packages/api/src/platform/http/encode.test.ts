import { parseMoney } from "@kontor/books/money";
import { date } from "@kontor/contract/wire/dates";
import { idOut } from "@kontor/contract/wire/ids";
import { moment } from "@kontor/contract/wire/moment";
import { amount, money } from "@kontor/contract/wire/money";
import { expect, test } from "vitest";
import { z } from "zod";

import { encode, inverted } from "./encode.ts";

const row = z.strictObject({
  id: idOut,
  parent_id: idOut.nullable(),
  kind: z.enum(["ledger", "group"]),
  name: z.string(),
  day: date,
  at: moment,
  sum: money,
  moved: amount,
  note: z.string().max(5).optional(),
  lines: z.array(z.object({ sum: money.nullable() })),
});

const kobo = (text: string) => {
  const parsed = parseMoney(text);
  if (typeof parsed !== "bigint") throw new Error(parsed);
  return parsed;
};

const value: z.output<typeof row> = {
  id: 7,
  parent_id: null,
  kind: "ledger",
  name: "Sales",
  day: "2026-03-01",
  at: new Date("2026-03-01T12:30:00Z"),
  sum: kobo("0.00"),
  moved: kobo("1250.50"),
  lines: [{ sum: kobo("9.99") }, { sum: null }],
};

test("the compiled encoder sends the same as the schema's own", () => {
  const inverse = inverted(row) ?? z.never();
  expect(z.compile(inverse, { strict: true }).parse(value)).toEqual(row.encode(value));
  expect(encode(row, value)).toEqual(row.encode(value));
  expect(encode(row, { ...value, note: "brief" })).toEqual(row.encode({ ...value, note: "brief" }));
  expect(row.decode(encode(row, value) as z.input<typeof row>)).toEqual(value);
});

test.for<[string, object]>([
  ["an identity of 0", { id: 0 }],
  ["a nullable identity of 0", { parent_id: 0 }],
  ["a day that does not exist", { day: "2026-02-30" }],
  ["an amount of nothing", { moved: 0n }],
  ["another kind", { kind: "branch" }],
  ["a text that is too long", { note: "lengthy" }],
  ["a number where an amount stands", { sum: 5 }],
  ["a moment that is none", { at: new Date(Number.NaN) }],
  ["a field that is missing", { name: undefined }],
  ["a field that the schema does not know", { password_hash: "x" }],
  ["a wrong amount in a list", { lines: [{ sum: "1.00" }] }],
])("%s is refused, as by the schema's own encoder", (_what, change) => {
  const wrong = { ...value, ...change } as typeof value;
  expect(() => row.encode(wrong)).toThrow(z.core.$ZodError);
  expect(() => encode(row, wrong)).toThrow(z.core.$ZodError);
});

test("a schema that cannot be inverted uses its own encoder", () => {
  const either = z.union([z.strictObject({ sum: money }), z.strictObject({ name: z.string() })]);
  const sorted = z.array(money).refine((sums) => (sums[0] ?? 0n) < 10n);
  expect(inverted(either)).toBeUndefined();
  expect(inverted(sorted)).toBeUndefined();
  expect(encode(either, { sum: kobo("1.00") })).toEqual({ sum: "1.00" });
  expect(encode(sorted, [kobo("0.05")])).toEqual(["0.05"]);
  expect(() => encode(sorted, [kobo("1.00")])).toThrow(z.core.$ZodError);
});
