import { kobo, type Kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import { collect, readSheet, unzip, type SheetCell } from "../../testing/files.ts";
import type { ExportColumn, ExportTable } from "./export-table.ts";
import { xlsx } from "./xlsx.ts";

type Row = { text: string | null; amount: Kobo | null; date: string | null; moment: Date | null };

const columns: readonly ExportColumn<Row>[] = [
  { header: "Text", width: 20, kind: "text", cell: ({ text }) => text },
  { header: "Amount", width: 15, kind: "amount", cell: ({ amount }) => amount },
  { header: "Date", width: 13, kind: "date", cell: ({ date }) => date },
  { header: "Moment", width: 18, kind: "moment", cell: ({ moment }) => moment },
  { header: "Letters", width: 8, kind: "count", cell: ({ text }) => text?.length ?? null },
];
const empty: Row = { text: null, amount: null, date: null, moment: null };

function tableOf(rows: readonly Partial<Row>[], extra: Partial<ExportTable<Row>> = {}) {
  const table: ExportTable<Row> = {
    title: "List: of [things]",
    facts: [["Period", "March"]],
    filename: "list",
    tenantId: null,
    total: rows.length,
    rows: (async function* batches() {
      yield await Promise.resolve(rows.map((row) => ({ ...empty, ...row })));
    })(),
    columns,
    print: [],
    ...extra,
  };
  return table;
}

async function workbookOf(...args: Parameters<typeof tableOf>): Promise<Buffer> {
  return Buffer.concat(await collect(xlsx(tableOf(...args))));
}

async function cellOf(row: Partial<Row>, column: string): Promise<SheetCell | undefined> {
  return readSheet(await workbookOf([row])).get(`${column}4`);
}

async function partOf(name: string, ...args: Parameters<typeof tableOf>): Promise<string> {
  return (
    unzip(await workbookOf(...args))
      .get(name)
      ?.toString("utf8") ?? ""
  );
}

describe("a workbook", () => {
  test("has its title and facts, bold heads that stay in sight, and widths", async () => {
    const cells = readSheet(await workbookOf([{ text: "a" }]));
    expect(cells.get("A1")?.value).toBe("List: of [things]");
    expect(cells.get("A2")?.value).toBe("Period: March");
    expect(["A3", "B3", "C3", "D3", "E3"].map((place) => cells.get(place)?.value)).toEqual(
      columns.map(({ header }) => header),
    );
    const sheet = await partOf("xl/worksheets/sheet1.xml", []);
    expect(sheet).toContain(
      `<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>`,
    );
    expect(sheet).toContain(`<col min="2" max="2" width="15" customWidth="1"/>`);
    const styles = await partOf("xl/styles.xml", []);
    const formats = [
      ...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)" fillId="\d" borderId="\d" xfId/g),
    ];
    expect(formats).toHaveLength(14);
    const head = formats[cells.get("A3")?.style ?? -1];
    // The second font is the bold one.
    expect(head?.[2]).toBe("1");
    expect(styles).toMatch(/<fonts count="4"><font><sz[^<]*<[^<]*<\/font><font><b\/>/);
    const workbook = await partOf("xl/workbook.xml", []);
    expect(workbook).toContain(`<sheet name="List  of  things "`);
    expect(workbook).toContain(`'List  of  things '!$3:$3</definedName>`);
  });

  test("prints balances and totals bold", async () => {
    const table = [{ text: "usual" }, { text: "Total", amount: kobo(5n) }];
    const cells = readSheet(await workbookOf(table, { strong: ({ text }) => text === "Total" }));
    expect([cells.get("A4")?.style, cells.get("A5")?.style]).toEqual([0, 1]);
    expect(cells.get("B5")?.style).toBe(7);
  });

  test("leaves cells without a value out", async () => {
    const cells = readSheet(await workbookOf([{}]));
    expect([...cells.keys()].filter((place) => place.endsWith("4"))).toEqual([]);
  });
});

describe("a cell", () => {
  test("with an amount is a number of naira, to the kobo", async () => {
    expect(await cellOf({ amount: kobo(125_000n) }, "B")).toMatchObject({
      kind: "number",
      value: "1250.00",
    });
    const styles = await partOf("xl/styles.xml", []);
    expect(styles).toContain(`formatCode="&quot;₦&quot;#,##0.00"`);
  });

  test.each([
    [999_999_999_999_999n, "number", "9999999999999.99"],
    [1_000_000_000_000_000n, "text", "10000000000000.00"],
    [9_007_199_254_740_993n, "text", "90071992547409.93"],
    [9_223_372_036_854_775_807n, "text", "92233720368547758.07"],
  ] as const)("of %d kobo is a %s: %s", async (amount, kind, value) => {
    expect(await cellOf({ amount: kobo(amount) }, "B")).toMatchObject({ kind, value });
  });

  test.each([
    // As Excel counts them: 1 January 2026 is day 46023.
    ["2026-01-01", "46023"],
    ["2026-03-09", "46090"],
    ["1970-01-01", "25569"],
  ])("with the date %s is day %s", async (date, value) => {
    expect(await cellOf({ date }, "C")).toMatchObject({ kind: "number", value });
  });

  test("with a moment shows the time in Lagos", async () => {
    const moment = new Date("2026-01-01T23:30:00Z");
    const cell = await cellOf({ moment }, "D");
    expect(Number(cell?.value)).toBeCloseTo(46_024 + 0.5 / 24, 8);
  });

  test.each(["=1+1", "+2", "-3", "@SUM(A1)", "=cmd|' /C calc'!A0", "00012", "1e5"])(
    "with the text %s stays text",
    async (text) => {
      expect(await cellOf({ text }, "A")).toMatchObject({ kind: "text", value: text });
    },
  );

  test.each([
    [`a < b & "c" > d`, `a < b & "c" > d`],
    ["₦ Ọláyẹmí 😀", "₦ Ọláyẹmí 😀"],
    ["tab\there", "tab\there"],
    ["bell\u0007", "bell_x0007_"],
    ["half \ud83d pair", "half \ufffd pair"],
    ["looks like _x0041_", "looks like _x005F_x0041_"],
    ["two\nlines", "two\nlines"],
  ])("with %j is written as %j", async (text, value) => {
    expect((await cellOf({ text }, "A"))?.value).toBe(value);
  });
});
