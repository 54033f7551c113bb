import { kobo, type Kobo } from "@kontor/books/money";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, test } from "vitest";

import { collect, parseCsv } from "../../testing/files.ts";
import { csv } from "./csv.ts";
import type { ExportTable } from "./export-table.ts";

type Row = { text: string; amount: Kobo | null; moment: Date };

async function csvOf(rows: readonly Row[]): Promise<Buffer> {
  const table: ExportTable<Row> = {
    title: "List",
    facts: [],
    filename: "list",
    tenantId: null,
    total: rows.length,
    rows: (async function* batches() {
      for (const row of rows) yield await Promise.resolve([row]);
    })(),
    columns: [
      { header: "Text", width: 10, kind: "text", cell: ({ text }) => text },
      { header: "Amount", width: 10, kind: "amount", cell: ({ amount }) => amount },
      { header: "Moment", width: 10, kind: "moment", cell: ({ moment }) => moment },
      { header: "Letters", width: 10, kind: "count", cell: ({ text }) => text.length },
    ],
    print: [],
  };
  return Buffer.from((await collect(csv(table))).join(""));
}

const moment = new Date("2026-03-09T23:30:05Z");

test("is marked as UTF-8, has a header, and ends lines as Windows does", async () => {
  const bytes = await csvOf([{ text: "Ọláyẹmí ₦", amount: kobo(125_000n), moment }]);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.subarray(3).toString()).toBe(
    "Text,Amount,Moment,Letters\r\nỌláyẹmí ₦,1250.00,2026-03-10 00:30:05,9\r\n",
  );
});

test.each([`plain`, `a, b`, `say "no"`, `two\nlines`, `two\r\nlines`, ``, ` spaced `])(
  "%j is read back",
  async (text) => {
    const [, row] = parseCsv(await csvOf([{ text, amount: null, moment }]));
    expect(row).toEqual([text, "", "2026-03-10 00:30:05", String(text.length)]);
  },
);

test.each(["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1"])("%j is not a formula", async (text) => {
  const [, row] = parseCsv(await csvOf([{ text, amount: kobo(1n), moment }]));
  expect(row?.[0]).toBe(`'${text}`);
});

test("a cell is what the library makes of its text, whether or not it was used", async () => {
  const signs = Array.from("aZ09Ọéß₦=+-@\t\r\n,;\"' .\u3000\uff1d");
  const usual = fc.string({ unit: fc.constantFrom(...signs) });
  const texts = fc.array(fc.oneof(usual, fc.string({ unit: "binary" })), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(texts, async (cells) => {
      const lines = (await csvOf(cells.map((text) => ({ text, amount: null, moment })))).toString();
      const rest = cells.map((text) => ["", "2026-03-10 00:30:05", String(text.length)]);
      const expected = stringify(
        cells.map((text, at) => [text, ...(rest[at] ?? [])]),
        { escape_formulas: true, record_delimiter: "windows", quote_record_delimiter: true },
      );
      expect(lines.slice(lines.indexOf("\r\n") + 2)).toBe(Buffer.from(expected).toString());
    }),
  );
});

test("an amount of any size is exact to the kobo", async () => {
  const amount = kobo(9_223_372_036_854_775_807n);
  const [, row] = parseCsv(await csvOf([{ text: "a", amount, moment }]));
  expect(row?.[1]).toBe("92233720368547758.07");
});
