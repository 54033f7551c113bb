import { kobo, type Kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import { collect, readSheet, unzip, type SheetValue } from "../../testing/files.ts";
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

async function cellOf(row: Partial<Row>, column: string): Promise<SheetValue | undefined> {
  return (await readSheet(await workbookOf([row]))).get(`${column}4`);
}

async function partOf(name: string, ...args: Parameters<typeof tableOf>): Promise<string> {
  return (
    unzip(await workbookOf(...args))
      .get(name)
      ?.toString("utf8") ?? ""
  );
}

/** The index of a cell's format in the list of formats. */
function styleAt(sheet: string, place: string): number {
  return Number(new RegExp(`<c r="${place}" s="(\\d+)"`).exec(sheet)?.[1] ?? -1);
}

describe("a workbook", () => {
  test("has its title and facts, bold headers that stay in view, and widths", async () => {
    const cells = await readSheet(await workbookOf([{ text: "a" }]));
    expect(cells.get("A1")).toBe("List: of [things]");
    expect(cells.get("A2")).toBe("Period: March");
    expect(["A3", "B3", "C3", "D3", "E3"].map((place) => cells.get(place))).toEqual(
      columns.map(({ header }) => header),
    );
    const sheet = await partOf("xl/worksheets/sheet1.xml", [{ text: "a" }]);
    expect(sheet).toContain(
      `<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>`,
    );
    expect(sheet).toContain(`<col min="2" max="2" width="15" customWidth="1"/>`);
    const styles = await partOf("xl/styles.xml", []);
    const formats = [
      ...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)" fillId="\d" borderId="\d" xfId/g),
    ];
    expect(formats).toHaveLength(20);
    expect(styles).toContain(`<cellXfs count="20">`);
    const head = formats[styleAt(sheet, "A3")];
    // The second font is the bold one.
    expect(head?.[2]).toBe("1");
    expect(styles).toMatch(/<fonts count="4"><font><sz[^<]*<[^<]*<\/font><font><b\/>/);
    const workbook = await partOf("xl/workbook.xml", []);
    expect(workbook).toContain(`<sheet name="List  of  things "`);
    expect(workbook).toContain(`'List  of  things '!$3:$3</definedName>`);
  });

  test("prints balances and totals bold", async () => {
    const table = [{ text: "usual" }, { text: "Total", amount: kobo(5n) }];
    const strong = ({ text }: Row) => text === "Total";
    const sheet = await partOf("xl/worksheets/sheet1.xml", table, { strong });
    expect(["A4", "A5", "B5"].map((place) => styleAt(sheet, place))).toEqual([0, 1, 7]);
  });

  test("indents a name by its format, so that it can be looked up", async () => {
    const rows = [{ text: "Assets" }, { text: "Bank" }, { text: "Till" }];
    const indented: Partial<ExportTable<Row>> = {
      strong: ({ text }) => text === "Till",
      columns: [
        {
          header: "Text",
          width: 20,
          kind: "text",
          cell: ({ text }) => text,
          indent: ({ text }) => ["Assets", "Bank", "Till"].indexOf(text ?? ""),
        },
      ],
    };
    const cells = await readSheet(await workbookOf(rows, indented));
    expect(["A4", "A5", "A6"].map((place) => cells.get(place))).toEqual(["Assets", "Bank", "Till"]);
    const sheet = await partOf("xl/worksheets/sheet1.xml", rows, indented);
    const styles = await partOf("xl/styles.xml", []);
    const formats = styles.slice(styles.indexOf("<cellXfs")).split("<xf ").slice(1);
    const looks = ["A4", "A5", "A6"].map((place) => {
      const format = formats[styleAt(sheet, place)] ?? "";
      return [/fontId="(\d)"/, /indent="(\d)"/].map((look) => look.exec(format)?.[1]);
    });
    // The second font is the bold one.
    expect(looks).toEqual([
      ["0", undefined],
      ["0", "2"],
      ["1", "4"],
    ]);
  });

  test("leaves cells without a value out", async () => {
    const cells = await readSheet(await workbookOf([{}]));
    expect([...cells.keys()].filter((place) => place.endsWith("4"))).toEqual([]);
  });
});

describe("a cell", () => {
  test("with an amount is a number of naira, to the kobo", async () => {
    expect(await cellOf({ amount: kobo(125_050n) }, "B")).toBe(1250.5);
    const styles = await partOf("xl/styles.xml", []);
    expect(styles).toContain(`formatCode="&quot;₦&quot;#,##0.00"`);
  });

  test.each([
    [999_999_999_999_999n, 9_999_999_999_999.99],
    [1_000_000_000_000_000n, "10000000000000.00"],
    [9_007_199_254_740_993n, "90071992547409.93"],
    [9_223_372_036_854_775_807n, "92233720368547758.07"],
  ] as const)("of %d kobo is %j", async (amount, value) => {
    expect(await cellOf({ amount: kobo(amount) }, "B")).toBe(value);
  });

  test.each(["2026-01-01", "2026-03-09", "1970-01-01"])(
    "with the date %s is that day",
    async (date) => {
      expect(await cellOf({ date }, "C")).toEqual(new Date(date));
    },
  );

  test("with a date is a number counted from 1900", async () => {
    const sheet = await partOf("xl/worksheets/sheet1.xml", [{ date: "2026-01-01" }]);
    // In Excel, 1 January 2026 is day 46023.
    expect(sheet).toMatch(/<c r="C4" s="\d+"><v>46023<\/v><\/c>/);
  });

  test.each([
    ["1900-01-01", "><v>1</v></c>"],
    ["1900-02-28", "><v>59</v></c>"],
    ["1900-03-01", "><v>61</v></c>"],
  ])(
    "with the date %s is %s, after the 29 February 1900 that spreadsheets count",
    async (date, cell) => {
      expect(await partOf("xl/worksheets/sheet1.xml", [{ date }])).toContain(cell);
    },
  );

  test("with a moment shows the time in Lagos", async () => {
    const moment = new Date("2026-01-01T23:30:00Z");
    const shown = await cellOf({ moment }, "D");
    // A spreadsheet counts days with fractions, so a reader may be a millisecond off.
    expect(Number(shown) / 1000).toBeCloseTo(Date.parse("2026-01-02T00:30:00Z") / 1000, 1);
  });

  test.each(["=1+1", "+2", "-3", "@SUM(A1)", "=cmd|' /C calc'!A0", "00012", "1e5"])(
    "with the text %s stays text",
    async (text) => {
      expect(await cellOf({ text }, "A")).toBe(text);
    },
  );

  test.each([
    [`a < b & "c" > d`, `a < b & "c" > d`],
    ["₦ Ọláyẹmí 😀", "₦ Ọláyẹmí 😀"],
    ["tab\there", "tab\there"],
    ["bell\u0007", "bell\u0007"],
    ["half \ud83d pair", "half \ufffd pair"],
    ["looks like _x0041_", "looks like _x0041_"],
    ["two\nlines", "two\nlines"],
  ])("with %j is read as %j", async (text, value) => {
    expect(await cellOf({ text }, "A")).toBe(value);
  });
});
