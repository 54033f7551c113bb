import { getEntryTotals, listEntries } from "@kontor/contract/accounting/entries";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
const bank = books.ledger("bank_clearing");
const income = books.ledger("salary_advance_interest");

beforeAll(async () => {
  for (let each = 0; each < 5; each++) await books.post(bank, income, "100.00", "2026-03-01");
});
afterAll(() => expectCoherentBooks(world));

/** Posts to the same ledgers while it calls `read` 40 times. @returns the answers */
async function whilePosting<Answer>(read: () => Promise<Answer>): Promise<Answer[]> {
  const over = new AbortController();
  const posting = Array.from({ length: 3 }, async () => {
    while (!over.signal.aborted) await books.post(bank, income, "1.00", "2026-03-02");
  });
  const answers: Answer[] = [];
  for (let each = 0; each < 40; each++) answers.push(await read());
  over.abort();
  await Promise.all(posting);
  return answers;
}

test("figures as of an earlier moment stay the same during concurrent postings", async () => {
  const { meta } = await books.owner.list(listEntries, {});
  const recorded_up_to = world.clock.now().toISOString();
  world.clock.advance(60_000);
  const days = { start_date: "2026-03-01", end_date: "2026-03-31" };
  const balances = await whilePosting(async () => {
    const query = { ...days, recorded_up_to };
    return (await books.owner.call(trialBalanceReport.read, { query })).totals.closing_debit;
  });
  expect(new Set(balances)).toEqual(new Set([50_000n]));
  const totals = await whilePosting(async () => {
    const query = { up_to: meta.up_to };
    return (await books.owner.call(getEntryTotals, { query })).amount;
  });
  expect(new Set(totals)).toEqual(new Set([50_000n]));
});
