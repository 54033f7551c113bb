import { kobo } from "@kontor/books/money";
import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { getFinancials, submitFunds } from "@kontor/contract/funding/funding";
import { fundingRules } from "@kontor/contract/funding/funding-rules";
import { listNotifications } from "@kontor/contract/notifications/notifications";
import { getRun } from "@kontor/contract/payroll/runs";
import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";

import type { LedgerPurpose } from "../accounting/chart/standard-chart.ts";
import { postEntries } from "../accounting/entries/postings.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { setTenant } from "../platform/scope.ts";
import { openAdvances } from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld, type Caller } from "../testing/harness.ts";
import { openOrganization, type TestOrganization } from "../testing/organizations.ts";
import { addPaid, approvedRun, openPayroll, pathOfRun } from "../testing/payroll.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
const platform = await world.signIn("platform");

afterAll(() => expectCoherentBooks(world));

/** Posts as the product's own features do: with control ledgers and on any day. */
const postAsFeature = (
  { tenant_id, ledgers }: TestOrganization,
  [debit, credit]: readonly [LedgerPurpose, LedgerPurpose],
  amount: bigint,
  entry_date: string,
) =>
  world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
    const narration = "By a feature";
    const item = { amount: kobo(amount), narration };
    const items = [
      { dc: "DR" as const, ledger_id: ledgers[debit], ...item },
      { dc: "CR" as const, ledger_id: ledgers[credit], ...item },
    ];
    await postEntries(poster, tenant_id, [{ entry_type_id: 13, entry_date, narration, items }]);
  });

const paidIn = ["funding_account", "bank_clearing"] as const;
const paidOut = ["bank_clearing", "funding_account"] as const;

const move = ({ path }: TestOrganization, action: "DEPOSIT" | "WITHDRAWAL", amount: string) =>
  platform.attempt(submitFunds, { params: path, body: { action, amount } });

const lastMailTo = ({ tenant_id }: TestOrganization) =>
  world.database.transaction(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select text from mails where tenant_id = ${tenant_id} order by id desc limit 1`.execute(tx);
    return exactlyOne(rows).text;
  });

test("a withdrawal must be covered today and on every later date", async () => {
  const home = await openOrganization(world, "Later Entries Limited");
  await move(home, "DEPOSIT", "100.00");
  await postAsFeature(home, paidOut, 3_000n, "2026-05-01");
  expect((await move(home, "WITHDRAWAL", "70.01")).problem.code).toBe("funds_needed_later");
  await postAsFeature(home, paidIn, 3_000n, "2026-05-01");
  await postAsFeature(home, paidIn, 50_000n, "2026-03-20");
  expect((await move(home, "WITHDRAWAL", "100.01")).problem.message).toBe(
    "The balance is ₦100.00: that is not enough for this withdrawal.",
  );
  // The balance is 100 today, 40 from the 15th, 540 from the 20th and 240 in the end.
  await postAsFeature(home, paidOut, 6_000n, "2026-03-15");
  await postAsFeature(home, paidOut, 30_000n, "2026-04-01");
  const refused = await move(home, "WITHDRAWAL", "40.01");
  expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
    422,
    "funds_needed_later",
    "Of ₦100.00 only ₦40.00 can be withdrawn: entries dated later need the rest.",
  ]);
  expect((await move(home, "WITHDRAWAL", "40.00")).status).toBe(201);
  expect((await move(home, "WITHDRAWAL", "0.01")).problem.code).toBe("funds_needed_later");
});

test("a payroll run compares what is to be sent with what may leave the wallet today", async () => {
  const payroll = await openPayroll(world);
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  const approved = await approvedRun(world, payroll, "2026-02");
  const { to_send } = approved.payment;
  await postAsFeature(payroll.home, paidIn, to_send, "2026-03-10");
  const wallet = async () => {
    const run = await payroll.disburser.call(getRun, { params: pathOfRun(approved) });
    return run.wallet;
  };
  expect(await wallet()).toEqual({ balance: to_send, needed_later: 0n, missing: 0n });
  await postAsFeature(payroll.home, paidOut, 5000n, "2026-03-15");
  await postAsFeature(payroll.home, paidIn, 90_000n, "2026-03-20");
  expect(await wallet()).toEqual({ balance: to_send, needed_later: 5000n, missing: 5000n });
});

test("the card of an advance shows the same balance, and what entries dated later need", async () => {
  const staff = await openAdvances(world);
  const advance = await staff.request(await staff.employ(), "400.00");
  await postAsFeature(staff.home, paidIn, 50_000n, "2026-03-10");
  const params = { ...staff.home.path, id: advance.id };
  const wallet = async () => (await staff.owner.call(getSalaryAdvance, { params })).wallet;
  const balance = { balance: 50_000n, promised: 0n };
  expect(await wallet()).toEqual({ ...balance, needed_later: 0n, missing: 0n });
  await postAsFeature(staff.home, paidOut, 30_000n, "2026-03-15");
  await postAsFeature(staff.home, paidIn, 90_000n, "2026-03-20");
  expect(await wallet()).toEqual({ ...balance, needed_later: 30_000n, missing: 20_000n });
});

test("what is dated later is in no balance before its day", async () => {
  const home = await openOrganization(world, "Today Limited");
  const { tenant_id, path } = home;
  const body = { deposit_limit: "50000000.00", low_balance: "200.00" };
  await platform.call(fundingRules.save.organization, { params: path, body });
  const shown = async (owner: Caller) => {
    const funds = await owner.call(getFinancials, { params: path });
    const { wallets } = await owner.call(getDashboard);
    const { notifications } = await owner.call(listNotifications);
    const low = notifications.find(({ kind }) => kind === "wallet_low");
    return [funds.balance, wallets?.total, wallets?.first[0]?.balance, low?.balance];
  };
  const owner = await world.signInAs(["OWNER"], tenant_id);
  await move(home, "DEPOSIT", "100.00");
  await postAsFeature(home, paidIn, 50_000n, "2026-03-11");
  expect(await shown(owner)).toEqual([10_000n, 10_000n, 10_000n, 10_000n]);
  expect(await move(home, "DEPOSIT", "50.00")).toMatchObject({
    body: { data: { balance: "150.00" } },
  });
  expect(await lastMailTo(home)).toContain("₦150.00");
  // Half past midnight in Lagos, when the entry's day has come, is still the day before in UTC.
  world.clock.set(new Date("2026-03-10T23:30:00Z"));
  const next = await world.signInAs(["OWNER"], tenant_id);
  expect(await shown(next)).toEqual([65_000n, 65_000n, 65_000n, undefined]);
});
