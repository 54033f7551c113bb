import sharp from "sharp";
import { expect, test } from "vitest";

import { pdfText } from "../../testing/files.ts";
import { PdfTooLarge, renderTable } from "./pdf-in-worker.ts";
import type { PrintedTable } from "./pdf-table.ts";

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
      { header: "Name", width: "*" },
      { header: "Amount", width: 80, align: "end" },
    ],
    size: 8,
    rows: rows.map((cells) => ({ cells, strong: false })),
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

test("a list of two facts or none has no place for others", async () => {
  const pdf = await renderTable(listOf([["a", "b"]], { facts: [] }), never);
  expect(pdfText(pdf)).not.toContain("Period");
});

test("a list with too much text ends only its own thread", async () => {
  const large = renderTable(listOf([["a ".repeat(400_000), "₦1.00"]]), never);
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
