import { kobo } from "@kontor/books/money";
import { updateEntry } from "@kontor/contract/accounting/entries";
import {
  closeYear,
  getLedgerBalance,
  previewYearEnd,
  reconcileBank,
  setPeriodLock,
  undoYearEnd,
} from "@kontor/contract/accounting/periods";
import { monthEndReport, type MonthEndStep } from "@kontor/contract/reports/month-end";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, parseCsv } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { proofStep, remittanceSteps } from "./month-end.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = (await books.addCashLedger("Zenith current account")).id;

/** A bank that received ₦100.00 and paid ₦10.00 in February. Today is 10 March. */
beforeAll(async () => {
  await books.post(bank, books.ledger("salary_advance_interest"), "100.00", "2026-02-03");
  await books.post(books.ledger("basic_salaries"), bank, "10.00", "2026-02-10");
});
afterAll(() => expectCoherentBooks(world));

const read = (period = "2026-02") => books.owner.call(monthEndReport.read, { query: { period } });

async function stateOf(step: MonthEndStep): Promise<[string, string] | undefined> {
  const { rows } = await read();
  const row = rows.find((each) => each.step === step);
  return row && [row.state, row.words];
}

const reconcile = (body: object, id = bank) =>
  books.owner.attempt(reconcileBank, { params: { id }, body });

describe("the checklist of a month", () => {
  test("has the state of each step", async () => {
    const { rows, over, locked_until, end_date } = await read();
    expect([over, locked_until, end_date]).toEqual([true, null, "2026-02-28"]);
    expect(rows.map(({ step, state, name }) => [step, state, name.replace(/ \(.*/, "")])).toEqual([
      ["openings", "DONE", "Opening balances of the ledgers"],
      ["bank", "OPEN", "Zenith current account"],
      ["payroll", "NOTHING", "Payroll of February 2026"],
      ["remittances", "NOTHING", "Taxes and contributions"],
      ["proof", "DONE", "Books recomputed from their postings"],
      ["lock", "OPEN", "February 2026"],
    ]);
    expect((await read("2026-03")).over).toBe(false);
    // The proof covers all the books, whatever the month.
    const proofOf = async (period: string) =>
      (await read(period)).rows.find(({ step }) => step === "proof")?.words;
    expect(await proofOf("1900-01")).toBe("4 lines and all totals agree.");
    expect(await proofOf("1901-12")).toBe(rows.find(({ step }) => step === "proof")?.words);
  });

  test("says up to which day a bank is reconciled, and that a later entry invalidates the reconciliation", async () => {
    const mark = async (reconciled_to: string, balance: string) =>
      expect((await reconcile({ reconciled_to, balance })).status).toBe(201);
    await mark("2026-02-05", "100.00");
    expect(await stateOf("bank")).toEqual([
      "OPEN",
      expect.stringMatching(/^Reconciled to 05 Feb 2026 by .+, which is before the end/),
    ]);
    await mark("2026-02-28", "91.00");
    expect(await stateOf("bank")).toEqual([
      "OPEN",
      expect.stringMatching(/but the ledger differs by ₦1\.00: ₦90\.00\sDR on that day\.$/),
    ]);
    await mark("2026-02-28", "90.00");
    expect(await stateOf("bank")).toEqual([
      "DONE",
      expect.stringMatching(/^Reconciled to 28 Feb 2026 by .+; the ledger agrees\.$/),
    ]);
    await books.post(bank, books.ledger("salary_advance_interest"), "1.00", "2026-02-20");
    expect((await stateOf("bank"))?.[0]).toBe("OPEN");
    // A reconciliation beyond the month does not reconcile its last day.
    await mark("2026-03-01", "91.00");
    expect((await stateOf("bank"))?.[0]).toBe("OPEN");
    await mark("2026-02-28", "91.00");
    expect((await stateOf("bank"))?.[0]).toBe("DONE");
  });

  test("keeps a bank with a balance whose entries were all moved to other ledgers", async () => {
    const others = await openBooks(world);
    const wrong = (await others.addCashLedger("Access current account")).id;
    const income = others.ledger("salary_advance_interest");
    const { id } = await others.post(wrong, income, "500.00", "2026-02-03");
    const body = { reconciled_to: "2026-02-28", balance: "500.00" };
    await others.owner.call(reconcileBank, { params: { id: wrong }, body });
    const bankSteps = async () => {
      const { rows } = await others.owner.call(monthEndReport.read, {
        query: { period: "2026-02" },
      });
      return rows.flatMap(({ ledger_id, state, words }) =>
        ledger_id === wrong ? [[state, words]] : [],
      );
    };
    expect(await bankSteps()).toEqual([["DONE", expect.stringMatching(/the ledger agrees\.$/)]]);
    await others.owner.call(updateEntry, {
      params: { id },
      body: receiptBody(others.ledger("bank_clearing"), income, "500.00"),
    });
    expect(await bankSteps()).toEqual([
      ["OPEN", expect.stringMatching(/but the ledger differs by ₦500\.00: ₦0\.00/)],
    ]);
    // Without a balance there is nothing left to explain.
    const nothing = { ...body, balance: "0.00" };
    await others.owner.call(reconcileBank, { params: { id: wrong }, body: nothing });
    expect(await bankSteps()).toEqual([]);
  });

  test("asks for the bank's side of what is in bank clearing, which no bank has", async () => {
    const others = await openBooks(world);
    const [clearing, zenith] = [
      others.ledger("bank_clearing"),
      (await others.addCashLedger("Zenith")).id,
    ];
    const steps = async () => {
      const query = { period: "2026-02" };
      const { rows } = await others.owner.call(monthEndReport.read, { query });
      return rows.flatMap(({ step, ledger_id, state, words, amount, amount_dc }) =>
        ledger_id === clearing ? [[step, state, words, amount, amount_dc]] : [],
      );
    };
    expect(await steps()).toEqual([]);
    await others.post(others.ledger("other_pay"), clearing, "500.00", "2026-02-03");
    expect(await steps()).toEqual([
      ["clearing", "OPEN", expect.stringMatching(/^₦500\.00 that left a bank/), 50_000n, "CR"],
    ]);
    await others.post(clearing, zenith, "800.00", "2026-02-04");
    expect(await steps()).toEqual([
      ["clearing", "OPEN", expect.stringMatching(/^₦300\.00 that reached a bank/), 30_000n, "DR"],
    ]);
    await others.post(zenith, clearing, "300.00", "2026-02-28");
    await others.post(zenith, clearing, "1.00", "2026-03-01");
    expect(await steps()).toEqual([
      ["clearing", "DONE", expect.stringMatching(/^It is zero/), 0n, "DR"],
    ]);
  });

  test("compares with the ledger's balance at the end of a day, before anything is recorded", async () => {
    const others = await openBooks(world);
    const till = await others.addCashLedger("Overdrawn till", {
      op_balance: "2.50",
      op_balance_dc: "CR",
    });
    await others.addCashLedger("Its drawer", { parent_ledger_id: till.id, op_balance: "9.00" });
    const on = async (day: string, { owner } = books, id = bank) => {
      const found = await owner.call(getLedgerBalance, { params: { id }, query: { day } });
      return [found.day, found.balance, found.balance_dc];
    };
    expect(await on("2026-02-02")).toEqual(["2026-02-02", 0n, "DR"]);
    expect(await on("2026-02-03")).toEqual(["2026-02-03", 10_000n, "DR"]);
    expect(await on("2030-01-01")).toEqual(["2030-01-01", 9100n, "DR"]);
    expect(await on("2026-02-28", others, till.id)).toEqual(["2026-02-28", 250n, "CR"]);
    const foreign = await books.stranger.attempt(getLedgerBalance, {
      params: { id: bank },
      query: { day: "2026-02-03" },
    });
    expect([foreign.status, foreign.problem.message]).toEqual([
      404,
      expect.stringContaining("The ledger"),
    ]);
  });

  test("names the last day of the closed years", async () => {
    const others = await openBooks(world);
    const owner = await world.signInAs(["OWNER"], others.tenant.tenant_id);
    const income = others.ledger("salary_advance_interest");
    await others.post(others.ledger("bank_clearing"), income, "9.00", "2025-06-30");
    const query = { period: "2026-02" };
    const closedUntil = async () => (await owner.call(monthEndReport.read, { query })).closed_until;
    expect(await closedUntil()).toBeNull();
    const year = { year_end: "2025-12-31" };
    const { equity_ledger } = await owner.call(previewYearEnd, { query: year });
    const reason = "2025 is audited";
    const body = { ...year, equity_ledger_id: equity_ledger?.id ?? 0, reason };
    const { closings } = await owner.call(closeYear, { body });
    expect(await closedUntil()).toBe("2025-12-31");
    const params = { id: closings[0]?.id ?? 0 };
    await owner.call(undoYearEnd, {
      params,
      body: { reason: "One invoice is missing" },
    });
    expect(await closedUntil()).toBeNull();
  });

  test("shows openings that do not agree, and ends with the lock", async () => {
    await books.addCashLedger("Till", { op_balance: "5.00", op_balance_dc: "DR" });
    expect(await stateOf("openings")).toEqual([
      "OPEN",
      "They do not agree: the CR side is short by ₦5.00. Correct them in the chart of accounts.",
    ]);
    await books.staff.call(setPeriodLock, {
      body: {
        tenant_id: books.tenant.tenant_id,
        locked_until: "2026-02-28",
        reason: "February is reported",
      },
    });
    expect(await stateOf("lock")).toEqual([
      "DONE",
      expect.stringMatching(/^Locked until 28 Feb 2026 by .+: February is reported\.$/),
    ]);
    const file = await download(world, books.owner, monthEndReport.file, {
      query: { period: "2026-02", format: "csv" },
    });
    expect(parseCsv(file.bytes).map(([step]) => step)).toEqual([
      "Step",
      "Opening balances",
      "Bank",
      "Bank",
      "Payroll",
      "Remittances",
      "Proof of the books",
      "Lock",
    ]);
  });

  test("is for one organization", async () => {
    const query = { period: "2026-02" };
    const all = await books.staff.attempt(monthEndReport.read, { query });
    expect(all.problem.code).toBe("organization_required");
    const foreign = await books.stranger.attempt(monthEndReport.read, {
      query: { ...query, tenant_id: books.tenant.tenant_id },
    });
    expect(foreign.status).toBe(404);
  });
});

test("large books have the proof of the last night", async () => {
  const { tenant } = await openBooks(world);
  const tenantId = tenant.tenant_id;
  await world.database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const step = async () => {
      const { state, words } = await proofStep({ tx }, { tenantId }, -1);
      return [state, words];
    };
    expect(await step()).toEqual(["OPEN", expect.stringMatching(/^Not checked yet: /)]);
    await sql`insert into book_proofs (tenant_id, checked_at, milliseconds, fault_count, faults)
      values (${tenantId}, '2026-03-10T01:41:00Z', 5, 0, '[]')`.execute(tx);
    expect(await step()).toEqual([
      "DONE",
      "All lines and totals agreed when they were checked on 10 Mar 2026, 02:41.",
    ]);
    await sql`update book_proofs set fault_count = 2 where tenant_id = ${tenantId}`.execute(tx);
    expect(await step()).toEqual(["OPEN", expect.stringMatching(/^2 faults found when /)]);
  });
});

test("amounts due by the end of the month and not remitted are listed; later ones are not", () => {
  const due = (left: bigint, due_on: string) => ({
    tenant_id: 1,
    company_id: 1,
    organization: "Acme",
    scheme: "PAYE" as const,
    authority: "25",
    authority_name: "Lagos",
    period: "2026-01",
    people: 1,
    due: kobo(3000n),
    remitted: kobo(3000n - left),
    left: { amount: kobo(left), negative: false },
    due_on,
    remitted_on: null,
    status: "OPEN" as const,
  });
  const late = remittanceSteps([due(2000n, "2026-02-10"), due(9n, "2026-03-10")], "2026-02-28");
  expect(late.map(({ state, name, net }) => [state, name, net])).toEqual([
    ["OPEN", "PAYE · Lagos · January 2026", -2000n],
  ]);
  // Administrators of one month share a step with the sum of their unremitted amounts.
  const several = ["Access ARM Pensions", "Trustfund Pensions"].map((authority_name) => ({
    ...due(500n, "2026-02-09"),
    scheme: "PENSION" as const,
    authority_name,
  }));
  const pension = remittanceSteps(several, "2026-02-28");
  expect(pension.map(({ name, net }) => [name, net])).toEqual([
    ["Pension · 2 authorities · January 2026", -1000n],
  ]);
  expect(remittanceSteps([due(0n, "2026-02-10")], "2026-02-28")[0]?.state).toBe("DONE");
  expect(remittanceSteps([due(9n, "2026-03-10")], "2026-02-28")[0]?.state).toBe("NOTHING");
});

describe("a bank reconciliation is refused", () => {
  test.each([
    ["of a day to come", { reconciled_to: "2026-03-11", balance: "1.00" }, "reconciled_to"],
    ["without a balance", { reconciled_to: "2026-03-01" }, "balance"],
    ["of no day", { reconciled_to: "2026-02-30", balance: "1.00" }, "reconciled_to"],
  ])("%s", async (_what, body, path) => {
    const { status, problem } = await reconcile(body);
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });

  test("for a ledger that is not of a bank, and for another organization's", async () => {
    const body = { reconciled_to: "2026-03-01", balance: "1.00" };
    for (const purpose of ["basic_salaries", "funding_account", "bank_clearing"] as const) {
      expect((await reconcile(body, books.ledger(purpose))).problem.code).toBe("no_bank_ledger");
    }
    const foreign = books.strangerTenant.ledgers.bank_clearing;
    expect((await reconcile(body, foreign)).status).toBe(404);
  });
});
