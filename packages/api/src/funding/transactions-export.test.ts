import { exportFormats } from "@kontor/contract/exports";
import { exportTransactions, submitFunds } from "@kontor/contract/funding/funding";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../testing/coherence.ts";
import { download, factsIn, parseCsv, pdfText, readSheet } from "../testing/files.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const acme = await openOrganization(world, "Acme Limited");
const staff = await world.signIn("staff");
const insider = await world.signInAs(["HR"], acme.tenant_id);
let platform: Caller;

beforeAll(async () => {
  const start = world.clock.now();
  // 00:10 in Lagos, which is still the day before in UTC.
  world.clock.set(new Date("2026-03-01T23:10:00Z"));
  const early = await world.signIn("platform");
  await early.call(submitFunds, {
    params: acme.path,
    body: { action: "DEPOSIT", amount: "1500.50", description: "=HYPERLINK(1)" },
  });
  world.clock.set(start);
  platform = await world.signIn("platform");
  await platform.call(submitFunds, {
    params: acme.path,
    body: { action: "WITHDRAWAL", amount: "0.50", description: "Back" },
  });
});
afterAll(() => expectCoherentBooks(world));

const exported = (query: object, caller = staff, params: object = acme.path) =>
  download(world, caller, exportTransactions, { params, query });

describe("transactions as a file", () => {
  test("come as CSV, newest first, with totals of the completed ones", async () => {
    const { filename, bytes } = await exported({});
    expect(filename).toMatch(/^transactions_t-[0-9a-f]+_2026-03-10\.csv$/);
    expect(parseCsv(bytes)).toEqual([
      ["Date", "Action", "Entry No.", "Description", "Status", "Amount", "Correction"],
      ["2026-03-10 10:00:00", "WITHDRAWAL", "WDR-000001", "Back", "COMPLETED", "0.50", ""],
      [
        "2026-03-02 00:10:00",
        "DEPOSIT",
        "DEP-000001",
        "'=HYPERLINK(1)",
        "COMPLETED",
        "1500.50",
        "",
      ],
      ["", "", "", "Completed deposits", "", "1500.50", ""],
      ["", "", "", "Completed withdrawals", "", "0.50", ""],
    ]);
  });

  test("are filtered like the list", async () => {
    const query = {
      action: "DEPOSIT",
      status: "COMPLETED",
      start_date: "2026-03-02",
      end_date: "2026-03-02",
    };
    const { filename, bytes } = await exported(query);
    expect(filename).toMatch(/_deposit_completed_2026-03-02_2026-03-02\.csv$/);
    expect(parseCsv(bytes).map((row) => row[2])).toEqual(["Entry No.", "DEP-000001", "", ""]);
    const printed = await exported({ ...query, search: "link", format: "pdf" });
    const facts = { Action: "Deposit", Status: "Completed", Search: "link" };
    expect(factsIn(printed.bytes, Object.keys(facts))).toEqual(facts);
    const before = parseCsv((await exported({ end_date: "2026-03-01" })).bytes);
    expect(before).toHaveLength(3);
  });

  test("come as a workbook with typed dates and numbers", async () => {
    const cells = await readSheet((await exported({ format: "xlsx" })).bytes);
    expect(cells.get("A2")).toContain("Current Balance: ₦1,500.00");
    expect(cells.get("F5")).toBe(1500.5);
    expect(cells.get("D5")).toBe("=HYPERLINK(1)");
    // A sheet has no time zones: the time is that of Lagos.
    expect(cells.get("A5")).toEqual(new Date("2026-03-02T00:10:00Z"));
  });

  test("come as a PDF on the organization's letterhead", async () => {
    const lines = pdfText((await exported({ format: "pdf" })).bytes).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "Acme Limited",
        "support@example.com",
        "02 Mar 2026, 00:10",
        "₦1,500.50",
        "Completed deposits",
        "Page 1 of 1",
      ]),
    );
  });

  test.each(exportFormats)("are counted in a header of the %s file", async (format) => {
    const { status, headers } = await exported({ format });
    expect([status, headers.get("x-total-rows")]).toEqual([200, "2"]);
  });
});

describe("permissions", () => {
  test("a session is needed", async () => {
    expect((await exported({}, world.nobody)).status).toBe(401);
  });

  test("a role that may see funds is needed", async () => {
    expect((await exported({}, insider)).status).toBe(403);
  });

  test("a company of another organization is not found", async () => {
    const other = await openOrganization(world, "Other Limited");
    const mixed = { tenant_id: acme.tenant_id, company_id: other.company_id };
    expect((await exported({}, staff, mixed)).status).toBe(404);
    const unknown = { tenant_id: 999_999, company_id: acme.company_id };
    expect((await exported({}, staff, unknown)).status).toBe(404);
  });

  test.each([
    [{ format: "doc" }, "format"],
    [{ action: "LOAN" }, "action"],
    [{ start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date"],
    [{ start_date: "2026-02-30" }, "start_date"],
  ])("refuses the filters %j", async (query, path) => {
    const reply = await staff.attempt(exportTransactions, { params: acme.path, query });
    expect([reply.status, reply.problem.errors?.map((error) => error.path)]).toEqual([422, [path]]);
  });
});
