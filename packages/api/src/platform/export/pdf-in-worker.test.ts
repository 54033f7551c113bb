import { Readable } from "node:stream";

import { kobo } from "@kontor/books/money";
import type { SidedAmount } from "@kontor/books/side";
import { describeList } from "@kontor/contract/list";
import sharp from "sharp";
import { expect, test } from "vitest";

import { pdfText } from "../../testing/files.ts";
import { describedTable } from "./described-table.ts";
import { PdfTooLarge, renderTable } from "./pdf-in-worker.ts";
import { printedTable, tableDocument, type PrintedTable } from "./pdf-table.ts";
import { renderPdf } from "./pdf.ts";

function listOf(rows: readonly (readonly string[])[], extra: Partial<PrintedTable> = {}) {
  return {
    letterhead: {
      name: "Acme Limited",
      brand_color: "#0c768a",
      support_email: null,
      logo: undefined,
    },
    title: "List",
    facts: [["Period", "March"]],
    columns: [
      { header: "Name", width: 403 },
      { header: "Amount", width: 80, align: "end" },
    ],
    size: 8,
    rows: rows.map((cells) => ({ cells, strong: false, continues: false })),
    landscape: false,
    ...extra,
  } satisfies PrintedTable;
}

const never = new AbortController().signal;

test("a list is laid out with the organization's logo on its letterhead", async () => {
  const logo = await sharp({
    create: { width: 40, height: 20, channels: 3, background: "#e63946" },
  })
    .png()
    .toBuffer();
  const { letterhead } = listOf([]);
  const list = listOf([["Ọláyẹmí & Sons", "₦1,250.00"]], { letterhead: { ...letterhead, logo } });
  const pdf = await renderTable(list, never);
  expect(pdf.toString("latin1")).toContain("/Subtype /Image");
  const lines = pdfText(pdf).split("\n");
  for (const line of ["List", "Period", "March", "Ọláyẹmí & Sons", "₦1,250.00", "Page 1 of 1"]) {
    expect(lines).toContain(line);
  }
});

test("wide lists turn the page", async () => {
  const pdf = await renderTable(listOf([["a", "b"]], { landscape: true }), never);
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox \[0 0 841\.89 595\.28\]/);
});

test("a list of two facts or none reserves no place for others", async () => {
  const pdf = await renderTable(listOf([["a", "b"]], { facts: [] }), never);
  expect(pdfText(pdf)).not.toContain("Period");
});

test("a name of one long word is broken in the facts and in the footer", async () => {
  const word = "W".repeat(100);
  const facts = [
    ["Ledger", word],
    ["Closing Balance", "₦1.00"],
  ] as const;
  const lines = pdfText(await renderTable(listOf([], { facts, subject: word }), never)).split("\n");
  expect(lines).toContain("Page 1 of 1");
  expect(lines).toContain("₦1.00");
  expect(lines.filter((line) => line.includes("WWW")).length).toBeGreaterThan(3);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(word.length);
});

/** The text lines of each page between the letterhead and the footer. */
function pagesOf(pdf: Buffer): string[][] {
  const pages = pdfText(pdf).split(/\nPage \d+ of \d+(?:\n|$)/);
  return pages.slice(0, -1).map((page) => page.split("\n"));
}

test("each page names its subject, and none begins with a total or splits an entry", async () => {
  const row = (text: string, extra: object = {}) => ({
    cells: [text, "₦1.00"],
    strong: false,
    continues: false,
    ...extra,
  });
  const entry = (at: number) => [
    row(`entry ${at}`),
    ...[2, 3, 4].map((item) => row(`item ${item} of ${at}`, { continues: true })),
  ];
  const totals = [row("Total", { strong: true }), row("Closing Balance", { strong: true })];
  // Lengths around a full page, so that the last rows are at each position of it.
  for (const entries of [8, 9]) {
    for (const more of [0, 1, 2, 3]) {
      const rows = [
        ...Array.from({ length: entries }, (_entry, at) => entry(at)).flat(),
        ...Array.from({ length: more }, (_row, at) => row(`single ${at}`)),
        ...totals,
      ];
      const list = { ...listOf([]), rows, subject: "Bank clearing" };
      const pages = pagesOf(await renderPdf(tableDocument(list)));
      expect(pages.flat().filter((line) => line.startsWith("₦"))).toHaveLength(rows.length);
      for (const page of pages) {
        expect(page).toContain("Acme Limited · List · Bank clearing");
        expect(page).toContain("Amount");
        const [first] = page.slice(page.indexOf("Amount") + 1);
        expect(first).toMatch(/^(entry|single)/);
      }
    }
  }
});

test("a text that is too wide for its column is wrapped between words", async () => {
  const printed = await printedTable(
    {
      title: "List",
      facts: [],
      filename: "list",
      tenantId: null,
      total: 1,
      rows: (async function* rows() {
        yield ["Stanbic IBTC Pension Managers"];
      })(),
      columns: [],
      print: [
        { header: "Name", width: "*", cell: () => "Sunday Umar" },
        { header: "Authority", width: 92, cell: (row) => row },
      ],
    },
    listOf([]).letterhead,
  );
  // A word that was split would be on two lines.
  expect(pdfText(await renderPdf(tableDocument(printed)))).toContain(
    "Stanbic IBTC Pension Managers",
  );
});

test("a balance of zero is aligned with the figures of those with a side", async () => {
  type Ledger = { balance: SidedAmount };
  const list = describeList<Ledger>()({
    label: "Ledgers",
    columns: { balance: { header: "Balance", kind: "balance", value: ({ balance }) => balance } },
    ordered: "by code",
  });
  const ledgers = [kobo(500n), kobo(0n)].map((amount): Ledger => ({
    balance: { amount, side: "CR" },
  }));
  const table = describedTable(
    { list, tenantId: 1, total: 2, rows: Readable.from([ledgers]) },
    { facts: [], filename: "ledgers" },
  );
  const { letterhead } = listOf([]);
  const lines = pdfText(
    await renderPdf(tableDocument(await printedTable(table, letterhead))),
  ).split("\n");
  expect(lines).toContain("₦5.00 CR");
  expect(lines).toContain(`₦0.00${" ".repeat(6)}`);
});

test("a list without rows says so", async () => {
  const text = pdfText(await renderPdf(tableDocument(listOf([]))));
  expect(text).toContain("There is nothing to list.");
});

test("a list that needs too much memory ends only its own thread", async () => {
  const row = { cells: ["a", "₦1.00"], strong: false, continues: false };
  const rows = Array.from({ length: 1_000_000 }, () => row);
  const large = renderTable({ ...listOf([]), rows }, never);
  const small = renderTable(listOf([["a", "b"]]), never);
  await expect(large).rejects.toThrow(PdfTooLarge);
  expect((await small).subarray(0, 5).toString()).toBe("%PDF-");
}, 60_000);

test("nothing is laid out for a client that has disconnected", async () => {
  const left = AbortSignal.abort(new Error("left before"));
  await expect(renderTable(listOf([["a", "b"]]), left)).rejects.toThrow("left before");
  const leaving = new AbortController();
  const rows = Array.from({ length: 1500 }, (_row, at) => [`line ${at}`, "₦1.00"]);
  const rendered = renderTable(listOf(rows), leaving.signal);
  setTimeout(() => leaving.abort(), 300);
  await expect(rendered).rejects.toThrow(/abort/i);
});
