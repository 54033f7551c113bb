import { addLedger } from "@kontor/contract/accounting/accounts";
import { addEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup, updateGroup } from "@kontor/contract/accounting/groups";
import { reverseEntry } from "@kontor/contract/accounting/periods";
import { cashFlowReport, cashFlowAmount } from "@kontor/contract/reports/cash-flow";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = books.ledger("bank_clearing");
const sales = books.ledger("salary_advance_interest");
const salaries = books.ledger("basic_salaries");
const paye = books.ledger("paye_payable");

let till: number;
let equipment: number;
let loan: number;
let gains: number;

const march = { start_date: "2026-03-01", end_date: "2026-03-31" };

type Item = readonly [dc: "DR" | "CR", ledger: number, amount: string];

/** Posts a journal on a day. */
async function journal(entry_date: string, ...items: Item[]): Promise<number> {
  const body = {
    entry_type_id: 4,
    entry_date,
    narration: "",
    items: items.map(([dc, ledger_id, amount]) => ({ dc, ledger_id, amount, narration: "Item" })),
  };
  return (await books.owner.call(addEntry, { body })).id;
}

beforeAll(async () => {
  const { owner } = books;
  const open = async (of: string, cash_flow: string, name: string) => {
    const group = await owner.call(addGroup, { body: { class: of, cash_flow, name } });
    return (await owner.call(addLedger, { body: { group_id: group.id, name } })).id;
  };
  till = (await books.addCashLedger("Till", { op_balance: "10.00" })).id;
  equipment = await open("01", "investing", "Equipment");
  loan = await open("02", "financing", "Loan");
  gains = await open("03", "investing", "Gains on disposal");
  await books.post(bank, sales, "500.00", "2026-02-10");
  await books.post(bank, sales, "1200.50", "2026-03-02");
  // Between cash ledgers nothing flows.
  await journal("2026-03-03", ["DR", till, "40.00"], ["CR", bank, "40.00"]);
  // Salaries of which the tax is still owed.
  await journal(
    "2026-03-31",
    ["DR", salaries, "200.00"],
    ["CR", bank, "180.00"],
    ["CR", paye, "20.00"],
  );
});
afterAll(() => expectCoherentBooks(world));

test("groups that moved and whose names say something else are named until somebody chooses", async () => {
  const others = await openBooks(world);
  const { owner } = others;
  const ledgerOf = async (name: string, more: object = {}) => {
    const group = await owner.call(addGroup, { body: { class: "01", name, ...more } });
    const ledger = await owner.call(addLedger, { body: { group_id: group.id, name } });
    return { group, ledger: ledger.id };
  };
  const vans = await ledgerOf("Vehicles");
  const plant = await ledgerOf("Plant and machinery");
  await ledgerOf("Buildings");
  const tools = await ledgerOf("Equipment on hire", { cash_flow: "operating" });
  const cash = others.ledger("bank_clearing");
  for (const { ledger } of [vans, plant, tools]) {
    await others.post(ledger, cash, "5.00", "2026-03-04");
  }
  const doubtful = async (query: object = {}) =>
    (await owner.call(cashFlowReport.read, { query: { ...march, ...query } })).doubtful;
  const suggestion = { cash_flow: "operating", suggested: "investing" };
  const named = ({ group: { id, code, name } }: typeof vans) => ({ id, code, name, ...suggestion });
  expect(await doubtful()).toEqual([named(vans), named(plant)]);
  expect(await doubtful({ start_date: "2026-03-05" })).toEqual([]);
  const { id, name } = vans.group;
  await owner.call(updateGroup, { params: { id }, body: { name: "Company vehicles" } });
  expect((await doubtful()).map((group) => group.name)).toEqual([
    "Company vehicles",
    "Plant and machinery",
  ]);
  const body = { name, cash_flow: "operating" };
  await owner.call(updateGroup, { params: { id }, body });
  await owner.call(updateGroup, { params: { id: plant.group.id }, body: { name: "Plants" } });
  expect(await doubtful()).toEqual([]);
  const all = await books.staff.call(cashFlowReport.read, { query: march });
  expect(all.doubtful).toEqual([]);
});

const rowsOf = async (query: object = {}) =>
  (
    await books.owner.call(cashFlowReport.read, {
      query: { ...march, compare: "none", ...query },
    })
  ).rows.map((row) => [row.kind, row.name, cashFlowAmount(row)]);

describe("the cash flow", () => {
  test("leads from the result to the cash of the trial balance, and compares", async () => {
    const { rows, compared_with } = await books.owner.call(cashFlowReport.read, {
      query: march,
    });
    expect(compared_with).toEqual({ start_date: "2026-02-01", end_date: "2026-02-28" });
    expect(
      rows.map((row) => [row.kind, row.cash_flow, row.name, cashFlowAmount(row), row.compared]),
    ).toEqual([
      ["section", "operating", "Operating activities", 102_050n, 50_000n],
      ["result", "operating", "Result", 100_050n, 50_000n],
      ["changes", "operating", "Changes in operating assets and liabilities", 2000n, 0n],
      ["ledger", "operating", "PAYE payable", 2000n, 0n],
      ["section", "investing", "Investing activities", 0n, 0n],
      ["section", "financing", "Financing activities", 0n, 0n],
      ["net", null, "Net change in cash", 102_050n, 50_000n],
      ["opening", null, "Cash at the start", 51_000n, 1000n],
      ["closing", null, "Cash at the end", 153_050n, 51_000n],
      ["ledger", "cash", "Bank clearing", 148_050n, 50_000n],
      ["ledger", "cash", "Till", 5000n, 1000n],
    ]);
    const balance = await books.owner.call(trialBalanceReport.read, {
      query: { ...march, section: "cash" },
    });
    expect(balance.rows.map(({ name, closing_debit }) => [name, closing_debit])).toEqual([
      ["Bank clearing", 148_050n],
      ["Till", 5000n],
    ]);
    expect(balance.totals).toMatchObject({ opening_debit: 51_000n, closing_debit: 153_050n });
  });

  test("shows as investing and financing what was in cash, and corrects the result by the rest", async () => {
    const april = { start_date: "2026-04-01", end_date: "2026-04-30" };
    // ₦150.00 of equipment, of which ₦100.00 are paid; the loan pays the rest to the supplier.
    await journal(
      "2026-04-01",
      ["DR", equipment, "150.00"],
      ["CR", loan, "50.00"],
      ["CR", bank, "100.00"],
    );
    await journal("2026-04-02", ["DR", bank, "300.00"], ["CR", loan, "300.00"]);
    // Depreciation moves no cash.
    await journal("2026-04-30", ["DR", salaries, "5.00"], ["CR", equipment, "5.00"]);
    // Equipment that stands at ₦20.00 is sold for ₦60.00.
    await journal(
      "2026-04-30",
      ["DR", bank, "60.00"],
      ["CR", equipment, "20.00"],
      ["CR", gains, "40.00"],
    );
    expect(await rowsOf(april)).toEqual([
      ["section", "Operating activities", 0n],
      ["result", "Result", 3500n],
      ["adjustments", "Items not in cash or of other activities", -3500n],
      ["ledger", "Equipment", -4500n],
      ["ledger", "Loan", 5000n],
      ["ledger", "Gains on disposal", -4000n],
      ["section", "Investing activities", -4000n],
      ["ledger", "Equipment", -8000n],
      ["ledger", "Gains on disposal", 4000n],
      ["section", "Financing activities", 30_000n],
      ["ledger", "Loan", 30_000n],
      ["net", "Net change in cash", 26_000n],
      ["opening", "Cash at the start", 153_050n],
      ["closing", "Cash at the end", 179_050n],
      ["ledger", "Bank clearing", 174_050n],
      ["ledger", "Till", 5000n],
    ]);
  });

  test("shares a payment among what it paid for, and the shares add up to the kobo", async () => {
    const may = { start_date: "2026-05-01", end_date: "2026-05-31" };
    await journal(
      "2026-05-04",
      ["DR", equipment, "0.01"],
      ["DR", loan, "0.01"],
      ["DR", salaries, "0.01"],
      ["CR", paye, "0.01"],
      ["CR", bank, "0.02"],
    );
    expect((await rowsOf(may)).slice(0, 9)).toEqual([
      ["section", "Operating activities", -1n],
      ["result", "Result", -1n],
      ["adjustments", "Items not in cash or of other activities", -1n],
      ["ledger", "Equipment", -1n],
      ["changes", "Changes in operating assets and liabilities", 1n],
      ["ledger", "PAYE payable", 1n],
      ["section", "Investing activities", 0n],
      ["section", "Financing activities", -1n],
      ["ledger", "Loan", -1n],
    ]);
  });

  test("follows revisions and reversals, and stays as recorded at a moment", async () => {
    const june = { start_date: "2026-06-01", end_date: "2026-06-30" };
    const bought = await journal("2026-06-01", ["DR", equipment, "70.00"], ["CR", bank, "70.00"]);
    const repaid = await journal("2026-06-02", ["DR", loan, "30.00"], ["CR", bank, "30.00"]);
    const flows = async (query: object = {}) => {
      const rows = await rowsOf({ ...june, ...query });
      return rows.filter(([kind]) => kind === "section").map(([, , amount]) => amount);
    };
    world.clock.advance(60_000);
    const recorded_up_to = world.clock.now().toISOString();
    world.clock.advance(60_000);
    expect(await flows()).toEqual([0n, -7000n, -3000n]);
    // The purchase is owed instead of paid, and the repayment of the loan never happened.
    await books.owner.call(updateEntry, {
      params: { id: bought },
      body: {
        entry_date: "2026-06-01",
        narration: "",
        items: [
          { dc: "DR", ledger_id: equipment, amount: "70.00", narration: "Item" },
          { dc: "CR", ledger_id: paye, amount: "70.00", narration: "Item" },
        ],
      },
    });
    await books.owner.call(reverseEntry, {
      params: { id: repaid },
      body: { entry_date: "2026-06-05", reason: "Not paid" },
    });
    expect(await flows()).toEqual([0n, 0n, 0n]);
    expect(await flows({ recorded_up_to })).toEqual([0n, -7000n, -3000n]);
  });

  test("of days without postings has the same cash at both ends, and none before the books", async () => {
    const quiet = await rowsOf({ start_date: "2026-01-01", end_date: "2026-01-31" });
    expect(quiet.filter(([, , amount]) => amount !== 0n)).toEqual([
      ["opening", "Cash at the start", 1000n],
      ["closing", "Cash at the end", 1000n],
      ["ledger", "Till", 1000n],
    ]);
    const { rows } = await books.stranger.call(cashFlowReport.read, { query: march });
    expect(new Set(rows.map(cashFlowAmount))).toEqual(new Set([0n]));
  });

  test("of all organizations has a line for each, which leads to the same amounts", async () => {
    const { rows } = await books.staff.call(cashFlowReport.read, {
      query: { ...march, compare: "none" },
    });
    const { tenant_id } = books.tenant;
    expect(
      rows
        .filter((row) => row.tenant_id === tenant_id)
        .map((row) => [row.kind, row.cash_flow, row.name, cashFlowAmount(row)]),
    ).toEqual([
      ["organization", "operating", "Own books", 102_050n],
      ["organization", "cash", "Own books", 153_050n],
    ]);
    const balance = await books.staff.call(trialBalanceReport.read, {
      query: { ...march, section: "cash" },
    });
    expect(balance.rows.find((row) => row.tenant_id === tenant_id)).toMatchObject({
      opening_debit: 51_000n,
      closing_debit: 153_050n,
    });
  });
});

describe("its file", () => {
  const file = (format: string, query: object = {}) =>
    download(world, books.owner, cashFlowReport.file, { query: { ...march, ...query, format } });

  test("is made as CSV, Excel and PDF, with the days and what is compared", async () => {
    const [csv, xlsx, pdf] = [await file("csv"), await file("xlsx"), await file("pdf")];
    expect(csv.filename).toMatch(/^cash-flow_t-[0-9a-f]+_2026-03-01_2026-03-31\.csv$/);
    const lines = parseCsv(csv.bytes);
    expect(lines[0]).toEqual([
      "Account Code",
      "Account",
      "Amount",
      "Compared With",
      "Change",
      "Change %",
    ]);
    expect(lines.find(([, name]) => name === "Net change in cash")).toEqual([
      "",
      "Net change in cash",
      "1020.50",
      "500.00",
      "520.50",
      "104.10",
    ]);
    expect((await readSheet(xlsx.bytes)).size).toBeGreaterThan(lines.length);
    const text = pdfText(pdf.bytes);
    expect(text).toContain("01 Mar 2026 to 31 Mar 2026");
    expect(text).toContain("01 Feb 2026 to 28 Feb 2026");
  });

  test("leaves out the comparison, and marks changes, as the screen does", async () => {
    const plain = parseCsv((await file("csv", { compare: "none" })).bytes);
    expect(plain[0]).toEqual(["Account Code", "Account", "Amount"]);
    const recorded_up_to = "2026-01-01T00:00:00Z";
    const marked = parseCsv((await file("csv", { compare: "none", recorded_up_to })).bytes);
    expect(marked[0]?.at(-1)).toBe("Since");
  });
});

describe("refusals", () => {
  test.for([
    [{ end_date: "2026-02-01" }, "end_date"],
    [{ compare: "last" }, "compare"],
    [{ detail: "all" }, "detail"],
    [{ recorded_up_to: "2100-01-01T00:00:00Z" }, "recorded_up_to"],
  ] as const)("of bad input name the field: %j", async ([query, field]) => {
    const { status, problem } = await books.owner.attempt(cashFlowReport.read, {
      query: { ...march, ...query },
    });
    expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, [field]]);
  });

  test("of another organization's books, and of callers without the permission", async () => {
    const query = { ...march, tenant_id: books.strangerTenant.tenant_id };
    const hr = await world.signInAs(["HR"], books.tenant.tenant_id);
    for (const call of [cashFlowReport.read, cashFlowReport.file]) {
      const format = call === cashFlowReport.file ? { format: "csv" } : {};
      const status = async (caller: typeof hr, input: object) =>
        (await caller.attempt(call, { query: { ...input, ...format } })).status;
      expect(await status(books.owner, query)).toBe(404);
      expect(await status(hr, march)).toBe(403);
      expect(await status(world.nobody, march)).toBe(401);
    }
  });

  test("of all organizations as of an earlier moment", async () => {
    const { problem } = await books.staff.attempt(cashFlowReport.read, {
      query: { ...march, recorded_up_to: "2026-03-01T00:00:00Z" },
    });
    expect(problem.code).toBe("organization_required");
  });
});
