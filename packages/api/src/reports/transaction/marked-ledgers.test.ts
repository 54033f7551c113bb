import { updateLedger } from "@kontor/contract/accounting/accounts";
import { closeYear, previewYearEnd } from "@kontor/contract/accounting/periods";
import { changesReport } from "@kontor/contract/reports/changes";
import { profitAndLossReport } from "@kontor/contract/reports/financial-statements";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { afterAll, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
afterAll(() => expectCoherentBooks(world));

test("the changes since a moment count opening balances that were set or changed", async () => {
  const till = (await books.addCashLedger("Till", { op_balance: "10.00" })).id;
  const recorded_up_to = world.clock.now().toISOString();
  const openings = async (query: object = {}) => {
    const { totals } = await books.owner.call(changesReport.read, {
      query: { recorded_up_to, ...query },
    });
    return totals.openings;
  };
  const printed = async () => {
    const query = { recorded_up_to, format: "pdf" };
    return pdfText((await download(world, books.owner, changesReport.file, { query })).bytes);
  };
  world.clock.advance(60_000);
  await books.addCashLedger("Drawer");
  expect(await openings()).toBe(0);
  expect(await printed()).not.toContain("Opening Balances Changed");
  const save = (op_balance: string) =>
    books.owner.call(updateLedger, { params: { id: till }, body: { name: "Till", op_balance } });
  await save("11.00");
  await save("12.00");
  const safe = (await books.addCashLedger("Safe", { op_balance: "5.00" })).id;
  expect(await openings()).toBe(2);
  expect(await openings({ start_date: "2026-02-01", end_date: "2026-02-28" })).toBe(2);
  expect(await openings({ ledger_id: till })).toBe(1);
  expect(await openings({ ledger_id: safe })).toBe(1);
  expect(await openings({ ledger_id: books.ledger("bank_clearing") })).toBe(0);
  expect(await printed()).toContain("Opening Balances Changed");
  // A balance that is what it was at that moment has not changed.
  await save("10.00");
  expect(await openings()).toBe(1);
});

test("the changes of a ledger include those of its sub-ledgers, for which it is marked too", async () => {
  const parent = (await books.addCashLedger("Banks")).id;
  const under = { parent_ledger_id: parent };
  const zenith = (await books.addCashLedger("Zenith", under)).id;
  const access = (await books.addCashLedger("Access", under)).id;
  const recorded_up_to = world.clock.now().toISOString();
  world.clock.advance(60_000);
  await books.post(zenith, books.ledger("bank_clearing"), "5.00");
  await books.post(access, zenith, "2.00");
  const { rows } = await books.owner.call(trialBalanceReport.read, {
    query: { recorded_up_to, start_date: "2026-03-01", end_date: "2026-03-31" },
  });
  expect(rows.find(({ id }) => id === parent)?.changed).toBe(true);
  const amountsOf = async (ledger_id: number) => {
    const query = { recorded_up_to, ledger_id };
    const seen = await books.owner.call(changesReport.read, { query });
    return seen.rows.map(({ amount }) => amount);
  };
  expect(await amountsOf(parent)).toEqual([200n, 500n]);
  expect(await amountsOf(access)).toEqual([200n]);
  expect(await amountsOf(books.ledger("bank_clearing"))).toEqual([500n]);
});

test("profit and loss as it was marks only what changed in its days, and lists what had no amount", async () => {
  const own = await openBooks(world);
  const [bank, interest, salaries, fees] = [
    own.ledger("bank_clearing"),
    own.ledger("salary_advance_interest"),
    own.ledger("basic_salaries"),
    own.ledger("other_pay"),
  ];
  await own.post(bank, interest, "9.00", "2025-06-30");
  await own.post(bank, interest, "5.00", "2026-02-10");
  await own.post(salaries, bank, "2.00", "2026-02-12");
  const recorded_up_to = world.clock.now().toISOString();
  world.clock.advance(60_000);
  // Before the days of the statement, by a closing at their end, and within them.
  await own.post(bank, interest, "1.00", "2026-01-31");
  await own.post(fees, bank, "3.00", "2026-02-20");
  const owner = await world.signInAs(["OWNER"], own.tenant.tenant_id);
  const year = { year_end: "2026-02-28" };
  const { equity_ledger } = await owner.call(previewYearEnd, { query: year });
  await owner.call(closeYear, {
    body: { ...year, equity_ledger_id: equity_ledger?.id, reason: "Audited" },
  });
  const { rows } = await owner.call(profitAndLossReport.read, {
    query: { recorded_up_to, start_date: "2026-02-01", end_date: "2026-02-28" },
  });
  const shown = new Map(rows.map(({ id, amount, changed }) => [id, [amount, changed]]));
  expect(shown.get(interest)).toEqual([500n, false]);
  expect(shown.get(salaries)).toEqual([200n, false]);
  expect(shown.get(fees)).toEqual([0n, true]);
});
