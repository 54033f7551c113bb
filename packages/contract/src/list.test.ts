import { kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import {
  cellOf,
  cellText,
  columnsIn,
  describeList,
  indentedCell,
  isNumericKind,
  labelColumn,
  summaryCell,
  unlessZero,
  type Cell,
} from "./list.ts";

type Row = { name: string; code: string; owner: string };

const list = describeList<Row>()({
  label: "Things",
  columns: {
    owner: { header: "Owner", kind: "text", value: (row) => row.owner, organization: true },
    thing: { header: "Thing", kind: "named", value: ({ name, code }) => ({ name, code }) },
    note: { header: "Note", kind: "text", value: () => null },
    worth: { header: "Worth", kind: "balance", value: () => ({ amount: kobo(5n), side: "CR" }) },
  },
  paper: ["thing", "worth", "owner"],
  labelIn: "note",
});
const row: Row = { name: "Desk", code: "D-1", owner: "Acme" };

test("a medium has its own columns in order, or all; the organization column only with several organizations", () => {
  const keys = (...args: Parameters<typeof columnsIn<Row, "owner" | "thing" | "note" | "worth">>) =>
    columnsIn(...args).map(({ key }) => key);
  expect(keys(list, "screen", true)).toEqual(["owner", "thing", "note", "worth"]);
  expect(keys(list, "paper", true)).toEqual(["thing", "worth", "owner"]);
  expect(keys(list, "paper", false)).toEqual(["thing", "worth"]);
});

describe("the text of a cell", () => {
  test("depends on the kind of its column", () => {
    expect(cellText(cellOf(list.columns.thing, row))).toBe("Desk\nD-1");
    expect(cellText(cellOf(list.columns.worth, row))).toBe("₦0.05\u00a0CR");
    expect(cellText(cellOf(list.columns.note, row))).toBe("");
  });

  test.each<Cell & { text: string }>([
    { kind: "text", value: "a", text: "a" },
    { kind: "status", value: "PAID", text: "PAID" },
    { kind: "date", value: "2026-03-05", text: "05 Mar 2026" },
    { kind: "day", value: new Date("2026-03-04T23:30:00Z"), text: "05 Mar 2026" },
    { kind: "moment", value: new Date("2026-03-04T23:30:00Z"), text: "05 Mar 2026, 00:30" },
    { kind: "money", value: kobo(125_000n), text: "₦1,250.00" },
    { kind: "net", value: kobo(-125_000n), text: "(₦1,250.00)" },
    { kind: "count", value: 1200, text: "1,200" },
    { kind: "money", value: null, text: "" },
  ])("of the kind $kind is '$text'", ({ text, ...cell }) => {
    expect(cellText(cell)).toBe(text);
  });
});

test("a name below others is indented for people only", () => {
  const below = describeList<Row>()({
    label: "Things",
    columns: {
      name: { header: "Name", kind: "text", value: ({ name }) => name, indent: () => 2 },
      thing: { ...list.columns.thing, indent: () => 1 },
    },
  });
  const { name, thing } = below.columns;
  expect(cellText(indentedCell(name, row))).toBe("\u2003\u2003Desk");
  expect(cellText(indentedCell(thing, row))).toBe("\u2003Desk\nD-1");
  expect(cellText(cellOf(name, row))).toBe("Desk");
  expect(indentedCell(list.columns.worth, row)).toEqual(cellOf(list.columns.worth, row));
});

test("a summary row has its label in one column and amounts in others", () => {
  const total = { label: "Total", cells: { worth: kobo(7n) } };
  expect(labelColumn(list)).toBe("note");
  expect(labelColumn({ ...list, labelIn: undefined })).toBe("owner");
  expect(summaryCell(list, "note", total)).toEqual({ kind: "text", value: "Total" });
  expect(summaryCell(list, "worth", total)).toEqual({ kind: "money", value: 7n });
  expect(summaryCell(list, "thing", total)).toEqual({ kind: "text", value: null });
});

test("an amount of a summary row is of the kind of its column", () => {
  const sums = describeList<Row>()({
    label: "Sums",
    columns: {
      paid: { header: "Paid", kind: "money", value: () => null },
      change: { header: "Change", kind: "net", value: () => null },
      balance: { header: "Balance", kind: "balance", value: () => null },
    },
  });
  const closing = { amount: kobo(3n), side: "CR" } as const;
  const total = { label: "Total", cells: { paid: kobo(7n), change: kobo(-7n), balance: closing } };
  expect(summaryCell(sums, "paid", total)).toEqual({ kind: "money", value: 7n });
  expect(summaryCell(sums, "change", total)).toEqual({ kind: "net", value: -7n });
  expect(summaryCell(sums, "balance", total)).toEqual({ kind: "balance", value: closing });
});

test("figures are right-aligned, texts and dates are not", () => {
  const figures = ["money", "balance", "net", "percent", "count"] as const;
  const others = ["text", "status", "named", "date", "moment", "day"] as const;
  expect([...figures, ...others].filter(isNumericKind)).toEqual(figures);
});

test("a cell stays empty at zero only", () => {
  expect([0n, 1n, -1n].map((amount) => unlessZero(kobo(amount)))).toEqual([null, 1n, -1n]);
});
