import { exportStatement } from "@kontor/contract/accounting/exports";
import { getStatement } from "@kontor/contract/accounting/statements";
import { exportLimits } from "@kontor/contract/exports";
import { afterAll, beforeAll, expect, test } from "vitest";

import { actorOf, setTenant, type Context } from "../platform/scope.ts";
import { openBooks } from "../testing/books.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../testing/files.ts";
import { openFileWorld } from "../testing/harness.ts";
import { postMany } from "../testing/long-statement.ts";
import { statementFile } from "./statement/statement-export.ts";

const lines = 5000;
/** 1 + 2 + … + 5,000 naira. */
const sum = "12502500.00";

const world = await openFileWorld();
const books = await openBooks(world);
const ledger = await books.addCashLedger("Long");

beforeAll(async () => {
  const { tenant_id: tenantId } = books.tenant;
  await postMany(
    world,
    { tenantId, debit: ledger.id, credit: books.ledger("bank_clearing") },
    lines,
  );
});
afterAll(() => expectCoherentBooks(world));

const exported = (query: object) =>
  download(world, books.owner, exportStatement, { params: { id: ledger.id }, query });

test("5,000 lines are streamed as CSV, in order and without duplicates", async () => {
  const { headers, bytes } = await exported({ format: "csv" });
  expect(headers.get("transfer-encoding")).toBe("chunked");
  const rows = parseCsv(bytes);
  expect(rows).toHaveLength(lines + 4);
  const narrations = rows.slice(2, -2).map((row) => row[7]);
  expect(narrations).toEqual(Array.from({ length: lines }, (_line, at) => `Receipt ${at + 1}`));
  expect(rows.at(-2)?.[8]).toBe(sum);
  expect(rows.at(-1)?.[10]).toBe(sum);
  // The number of rows and the approximate size are announced before the content.
  expect(headers.get("x-total-rows")).toBe(String(lines));
  const expected = Number(headers.get("x-expected-bytes"));
  expect(expected / bytes.length).toBeGreaterThan(0.9);
  expect(expected / bytes.length).toBeLessThan(1.1);
});

test("5,000 lines are streamed as a workbook", async () => {
  const { headers, bytes } = await exported({ format: "xlsx" });
  const cells = await readSheet(bytes);
  expect(cells.get("H5")).toBe("Receipt 1");
  expect(cells.get(`K${lines + 4}`)).toBe(Number(sum));
  expect(cells.get(`H${lines + 6}`)).toBe("Closing Balance");
  const expected = Number(headers.get("x-expected-bytes"));
  expect(expected / bytes.length).toBeGreaterThan(0.8);
  expect(expected / bytes.length).toBeLessThan(1.25);
});

test("a list that is too long for a PDF is refused, with an alternative", async () => {
  const { status, bytes } = await exported({ format: "pdf" });
  const sentence =
    "A PDF holds at most 2,000 lines and this has 5,000. Choose Excel or CSV, or narrow the list.";
  expect([status, JSON.parse(bytes.toString())]).toEqual([
    422,
    expect.objectContaining({
      code: "export_too_long",
      message: sentence,
      errors: [{ path: "format", message: sentence }],
    }),
  ]);
});

test("a PDF of many pages repeats its headings and numbers its pages", async () => {
  const days = exportLimits.pdf / 10;
  const end = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  const { status, bytes } = await exported({
    format: "pdf",
    start_date: "2026-01-01",
    end_date: end,
  });
  expect(status).toBe(200);
  const text = pdfText(bytes);
  const pages = Number(/Page 1 of (\d+)/.exec(text)?.[1]);
  expect(pages).toBeGreaterThan(50);
  expect(text.match(/^Page \d+ of \d+$/gm)).toHaveLength(pages);
  expect(text.match(/^Debit Amount$/gm)).toHaveLength(pages);
  expect(text).toContain("₦2,001,000.00 DR");
}, 180_000);

test("entries posted during the export are not in the file, and its balances agree with its lines", async () => {
  const { tenant_id } = books.tenant;
  const bank = books.ledger("bank_clearing");
  const person = { user_id: 1, name: "Owner", email: "owner@example.com", tenant_id };
  const actor = actorOf({ ...person, roles: ["OWNER"] });
  const text = await world.database.transaction(
    async (tx) => {
      await setTenant(tx, tenant_id);
      const { clock, environment } = world;
      const context: Context = { tx, clock, environment, requestId: "test", actor };
      const { content } = await statementFile(context, { id: ledger.id, format: "csv" });
      if (Buffer.isBuffer(content) || typeof content === "function")
        throw new Error("not streamed");
      const pieces: string[] = [];
      for await (const piece of content) {
        if (pieces.length === 0) {
          await books.post(ledger.id, bank, "0.50", "2026-01-01");
          await books.post(ledger.id, bank, "0.50", "2027-12-31");
        }
        pieces.push(Buffer.from(piece).toString());
      }
      return pieces.join("");
    },
    { snapshot: true },
  );
  const rows = parseCsv(Buffer.from(text));
  expect(rows).toHaveLength(lines + 4);
  expect([rows.at(-3)?.[10], rows.at(-1)?.[10]]).toEqual([sum, sum]);
  const { data } = await books.owner.list(getStatement, { params: { id: ledger.id } });
  // Most of it is dated after today.
  expect(data.ledger.own_balance + data.after_today).toBe(1_250_250_100n);
});
