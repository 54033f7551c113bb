import { addLedger } from "@kontor/contract/accounting/accounts";
import { addGroup } from "@kontor/contract/accounting/groups";
import type { Endpoint } from "@kontor/contract/endpoint";
import { dayBookReport } from "@kontor/contract/reports/day-book";
import {
  balanceSheetReport,
  profitAndLossReport,
  type FinancialLine,
} from "@kontor/contract/reports/financial-statements";
import { ledgerSummaryReport } from "@kontor/contract/reports/ledger-summary";
import { trialBalanceReport, type BalanceSection } from "@kontor/contract/reports/trial-balance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv, pdfText, readSheet } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { comparisonDays } from "./financial-statements.ts";

const world = await openFileWorld();
const books = await openBooks(world);

/**
 * Sales of ₦500.00 in February and ₦1,200.50 in March, rent of ₦200.00 in March, and a till opened
 * with ₦10.00.
 */
beforeAll(async () => {
  const bank = books.ledger("bank_clearing");
  const interest = books.ledger("salary_advance_interest");
  await books.addCashLedger("Till", { op_balance: "10.00", op_balance_dc: "DR" });
  await books.post(bank, interest, "500.00", "2026-02-10");
  await books.post(bank, interest, "1200.50", "2026-03-02");
  await books.post(books.ledger("basic_salaries"), bank, "200.00", "2026-03-31");
});
afterAll(() => expectCoherentBooks(world));

const march = { start_date: "2026-03-01", end_date: "2026-03-31" };

describe("the trial balance", () => {
  test("lists each account with a figure, by side, and the difference of the openings", async () => {
    const { rows, totals, difference, short_side, group } = await books.owner.call(
      trialBalanceReport.read,
      { query: march },
    );
    expect(
      rows.map((row) => [
        row.name,
        row.opening_debit - row.opening_credit,
        row.debit,
        row.credit,
        row.closing_debit - row.closing_credit,
      ]),
    ).toEqual([
      ["Bank clearing", 50_000n, 120_050n, 20_000n, 150_050n],
      ["Till", 1000n, 0n, 0n, 1000n],
      ["Salary advance interest", -50_000n, 0n, 120_050n, -170_050n],
      ["Basic salaries", 0n, 20_000n, 0n, 20_000n],
    ]);
    expect(totals).toMatchObject({ debit: 140_050n, credit: 140_050n, closing_debit: 171_050n });
    expect([difference, short_side, group]).toEqual([1000n, "CR", null]);
  });

  test("is filtered by group, and an unknown group is not found", async () => {
    const { rows, group, short_side } = await books.owner.call(trialBalanceReport.read, {
      query: { ...march, group_id: books.cashGroup },
    });
    expect(rows.map(({ name }) => name)).toEqual(["Bank clearing", "Till"]);
    expect([group?.code, short_side]).toEqual(["01-01", null]);
    const empty = await books.owner.call(addGroup, { body: { class: "01", name: "Nothing yet" } });
    for (const query of [
      { ...march, group_id: books.cashGroup, section: "expenses" },
      { ...march, group_id: empty.id },
    ] as const) {
      const none = await books.owner.call(trialBalanceReport.read, { query });
      expect([none.rows, none.group?.id]).toEqual([[], query.group_id]);
    }
    const missing = await books.stranger.attempt(trialBalanceReport.read, {
      query: { ...march, group_id: books.cashGroup },
    });
    expect([missing.status, missing.problem.message]).toEqual([404, "The group was not found."]);
    const nobodys = await books.staff.attempt(trialBalanceReport.read, {
      query: { ...march, group_id: books.cashGroup },
    });
    expect(nobodys.problem.code).toBe("organization_required");
  });

  test("of all organizations has a line for each, equal to the totals of its own", async () => {
    const all = await books.staff.call(trialBalanceReport.read, { query: march });
    const own = await books.owner.call(trialBalanceReport.read, {
      query: { ...march, detail: "sub_ledgers" },
    });
    const { tenant_id } = books.tenant;
    const line = all.rows.find((row) => row.tenant_id === tenant_id);
    expect(line).toMatchObject({ kind: "organization", name: "Own books", ...own.totals });
    expect(all.rows.every(({ kind }) => kind === "organization")).toBe(true);
    const printed = await download(world, books.staff, trialBalanceReport.file, {
      query: { ...march, format: "pdf" },
    });
    expect(pdfText(printed.bytes)).toContain("each by itself");
  });
});

test.for(["one organization", "all organizations"])(
  "the drill-down of each figure of %s adds up to the figure",
  async (of) => {
    const reader = of === "one organization" ? books.owner : books.staff;
    const opened = async (query: object) =>
      (await reader.call(trialBalanceReport.read, { query: { ...march, ...query } })).totals;
    const sections = {
      Assets: "assets",
      Liabilities: "liabilities",
      Income: "income",
      Expenses: "expenses",
      Equity: "equity",
      Result: "result",
      "Result not closed yet": "result",
      "Liabilities, equity and result": "claims",
    } as const satisfies Record<string, BalanceSection>;
    const isSummed = (name: string): name is keyof typeof sections => name in sections;
    const signedOf = ({ amount, amount_dc }: { amount: bigint; amount_dc: "DR" | "CR" }) =>
      amount_dc === "DR" ? amount : -amount;

    const profit = await reader.call(profitAndLossReport.read, { query: march });
    const sheet = await reader.call(balanceSheetReport.read, { query: { as_of: "2026-03-31" } });
    const compared: string[] = [];
    for (const { name, ...line } of profit.rows) {
      if (!isSummed(name)) continue;
      const { debit, credit } = await opened({ section: sections[name] });
      expect([name, debit - credit]).toEqual([name, signedOf(line)]);
      compared.push(name);
    }
    for (const { name, ...line } of sheet.rows) {
      if (!isSummed(name)) continue;
      const { closing_debit, closing_credit } = await opened({ section: sections[name] });
      expect([name, closing_debit - closing_credit]).toEqual([name, signedOf(line)]);
      compared.push(name);
    }
    expect(compared).toEqual(
      expect.arrayContaining(["Income", "Expenses", "Result", "Assets", "Result not closed yet"]),
    );

    // The totals of a trial balance equal those of the day book and the ledger summary, and its
    // opening equals the closing of the days before.
    const whole = await opened({});
    const days = { query: { ...march, page: 1, per_page: 10 } };
    const { totals: entered } = await reader.call(dayBookReport.read, days);
    const { totals: moved } = await reader.call(ledgerSummaryReport.read, { query: march });
    expect([entered.debit, entered.credit]).toEqual([whole.debit, whole.credit]);
    expect([moved.debit, moved.credit]).toEqual([whole.debit, whole.credit]);
    const before = await opened({ start_date: "2026-01-01", end_date: "2026-02-28" });
    expect([before.closing_debit, before.closing_credit]).toEqual([
      whole.opening_debit,
      whole.opening_credit,
    ]);
  },
);

const linesOf = (rows: readonly FinancialLine[]) =>
  rows.map(({ kind, name, amount, amount_dc, compared }) => [
    kind,
    name,
    `${amount} ${amount_dc}`,
    compared,
  ]);

describe("profit and loss", () => {
  test("compares with the month before, section by section", async () => {
    const { rows, compared_with } = await books.owner.call(profitAndLossReport.read, {
      query: march,
    });
    expect(compared_with).toEqual({ start_date: "2026-02-01", end_date: "2026-02-28" });
    expect(linesOf(rows)).toEqual([
      ["section", "Income", "120050 CR", 50_000n],
      ["ledger", "Salary advance interest", "120050 CR", 50_000n],
      ["section", "Expenses", "20000 DR", 0n],
      ["ledger", "Basic salaries", "20000 DR", 0n],
      ["result", "Result", "100050 CR", 50_000n],
    ]);
  });

  test.each([
    ["2026-03-01", "2026-03-31", "period_before", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-03-31", "period_before", "2025-10-01", "2025-12-31"],
    ["2026-03-10", "2026-03-19", "period_before", "2026-02-28", "2026-03-09"],
    ["2024-02-01", "2024-02-29", "year_before", "2023-02-01", "2023-02-28"],
    ["2025-02-01", "2025-02-28", "year_before", "2024-02-01", "2024-02-29"],
    ["2026-03-10", "2026-03-19", "year_before", "2025-03-10", "2025-03-19"],
  ] as const)(
    "compares %s to %s with its %s, %s to %s",
    (start_date, end_date, compare, start, end) => {
      expect(comparisonDays({ start_date, end_date }, compare)).toEqual({
        start_date: start,
        end_date: end,
      });
    },
  );
});

describe("at the ends of the calendar", () => {
  test.each([
    ["1900-01-01", "2026-03-31", "period_before"],
    ["2026-03-01", "9999-12-31", "period_before"],
    ["1900-01-01", "1900-12-31", "year_before"],
  ])(
    "profit and loss of %s to %s has no days to compare with",
    async (start_date, end_date, compare) => {
      const { compared_with } = await books.owner.call(profitAndLossReport.read, {
        query: { start_date, end_date, compare },
      });
      expect(compared_with).toBeNull();
    },
  );

  test("a trial balance can end on the last day", async () => {
    const { totals } = await books.owner.call(trialBalanceReport.read, {
      query: { start_date: "2026-03-01", end_date: "9999-12-31" },
    });
    expect(totals).toMatchObject({ debit: 140_050n, credit: 140_050n });
  });
});

describe("the balance sheet", () => {
  test("shows the result not yet closed and the difference of the openings", async () => {
    const { rows, difference, short_side } = await books.owner.call(balanceSheetReport.read, {
      query: { as_of: "2026-03-31", compare_with: "2026-02-28" },
    });
    expect(linesOf(rows)).toEqual([
      ["section", "Assets", "151050 DR", 51_000n],
      ["ledger", "Bank clearing", "150050 DR", 50_000n],
      ["ledger", "Till", "1000 DR", 1000n],
      ["section", "Liabilities", "0 DR", 0n],
      ["section", "Equity", "0 DR", 0n],
      ["unclosed", "Result not closed yet", "150050 CR", 50_000n],
      ["total", "Liabilities, equity and result", "150050 CR", 50_000n],
    ]);
    expect([difference, short_side]).toEqual([1000n, "CR"]);
  });

  test("of all organizations has a line for each in every section", async () => {
    const { rows } = await books.staff.call(balanceSheetReport.read, {
      query: { as_of: "2026-03-31" },
    });
    const assets = rows.filter(({ kind, class: of }) => kind === "organization" && of === "01");
    expect(assets.map(({ name, amount }) => [name, amount])).toEqual([["Own books", 151_050n]]);
  });
});

describe("files", () => {
  const reports: [string, Endpoint, object][] = [
    ["trial-balance", trialBalanceReport.file, march],
    ["profit-and-loss", profitAndLossReport.file, march],
    ["balance-sheet", balanceSheetReport.file, { as_of: "2026-03-31" }],
  ];

  test.each(reports)("of %s are made as CSV, Excel and PDF", async (name, endpoint, query) => {
    const file = (format: string) =>
      download(world, books.owner, endpoint, { query: { ...query, format } });
    const [csv, xlsx, pdf] = [await file("csv"), await file("xlsx"), await file("pdf")];
    expect(csv.filename).toMatch(new RegExp(`^${name}_t-[0-9a-f]+_.*2026-03-31\\.csv$`));
    const lines = parseCsv(csv.bytes);
    expect(lines.flat().some((text) => /Bank clearing|Basic salaries/.test(text))).toBe(true);
    expect((await readSheet(xlsx.bytes)).size).toBeGreaterThan(lines.length);
    expect(pdfText(pdf.bytes)).toContain("10 March 2026, 10:00");
  });

  test("show the totals of the trial balance, and a loss as negative", async () => {
    const csv = await download(world, books.owner, trialBalanceReport.file, {
      query: { ...march, format: "csv" },
    });
    const [, ...rows] = parseCsv(csv.bytes);
    expect(rows.at(-1)).toEqual([
      "",
      "Total",
      "510.00",
      "500.00",
      "1400.50",
      "1400.50",
      "1710.50",
      "1700.50",
    ]);
    const loss = await download(world, books.owner, profitAndLossReport.file, {
      query: { start_date: "2026-03-03", end_date: "2026-03-31", format: "csv" },
    });
    expect(parseCsv(loss.bytes).at(-1)).toEqual([
      "",
      "Result",
      "-200.00",
      "1700.50",
      "-1900.50",
      "-111.76",
    ]);
  });
});

describe("refusals", () => {
  test.each([
    [trialBalanceReport.read, { ...march, end_date: "2026-02-01" }, "end_date"],
    [trialBalanceReport.read, { start_date: "2026-03-01" }, "end_date"],
    [trialBalanceReport.read, { ...march, detail: "all" }, "detail"],
    [profitAndLossReport.read, { ...march, compare: "last" }, "compare"],
    [balanceSheetReport.read, { as_of: "2026-02-30" }, "as_of"],
  ] as [Endpoint, object, string][])(
    "%# bad input, with its field",
    async (endpoint, query, field) => {
      const { status, problem } = await books.owner.attempt(endpoint, { query });
      expect([status, problem.errors?.map(({ path }) => path)]).toEqual([422, [field]]);
    },
  );

  test("another organization's books, and callers without the permission", async () => {
    const query = { ...march, tenant_id: books.strangerTenant.tenant_id };
    expect((await books.owner.attempt(trialBalanceReport.read, { query })).status).toBe(404);
    const hr = await world.signInAs(["HR"], books.tenant.tenant_id);
    expect((await hr.attempt(trialBalanceReport.read, { query: march })).status).toBe(403);
    expect((await world.nobody.attempt(trialBalanceReport.read, { query: march })).status).toBe(
      401,
    );
  });

  test("a sub-ledger is listed below its parent only with the detail sub_ledgers", async () => {
    const parent = await books.addCashLedger("Regions");
    const north = await books.owner.call(addLedger, {
      body: { group_id: books.cashGroup, name: "North", parent_ledger_id: parent.id },
    });
    await books.post(north.id, books.ledger("bank_clearing"), "5.00", "2026-04-01");
    const names = async (detail: string) => {
      const { rows } = await books.owner.call(trialBalanceReport.read, {
        query: { start_date: "2026-04-01", end_date: "2026-04-30", detail },
      });
      return rows.filter(({ debit }) => debit === 500n).map(({ kind, name }) => `${kind} ${name}`);
    };
    expect(await names("ledgers")).toEqual(["ledger Regions"]);
    expect(await names("sub_ledgers")).toEqual(["sub_ledger North"]);
    expect(await names("groups")).toEqual(["group Cash and bank"]);
  });
});
