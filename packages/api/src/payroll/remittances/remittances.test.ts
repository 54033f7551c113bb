import { getEntry } from "@kontor/contract/accounting/entries";
import { setPeriodLock } from "@kontor/contract/accounting/periods";
import { getEmployee, savePersonal } from "@kontor/contract/employees/employees";
import { saveModule } from "@kontor/contract/modules/modules";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import * as contract from "@kontor/contract/payroll/remittances";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { checkEverything } from "../../proof/check.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { untilLocked } from "../../testing/eventually.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { suspend } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  currentRun,
  openPayroll,
  outcomesOf,
  type PaidEmployee,
  reversedRun,
  type TestRun,
  bonusRun,
} from "../../testing/payroll.ts";
import { lockRunApprovals } from "../runs/row.ts";
import { dueOf, type DueKey } from "./dues.ts";

const lagos = "24";
const ogun = "27";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let january: TestRun;
let february: TestRun;
let ada: PaidEmployee;

/**
 * The clock is set to 10 March 2026: January and February of two people in Lagos and one in Ogun.
 */
beforeAll(async () => {
  const inLagos = { state_id: Number(lagos), pfa: "stanbic-ibtc" };
  ada = await addPaid(payroll, "A-1", { basic: "400000.00" }, inLagos);
  await addPaid(payroll, "A-2", { basic: "300000.00" }, { ...inLagos, pfa: "leadway" });
  await addPaid(payroll, "A-3", { basic: "300000.00" }, { state_id: Number(ogun) });
  // Somebody who is left out of every run owes no authority anything.
  const suspended = await addPaid(payroll, "A-4", { basic: "300000.00" }, inLagos);
  await suspend(payroll, suspended);
  january = await approvedRun(world, payroll, "2026-01");
  february = await approvedRun(world, payroll, "2026-02");
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const tax = { scheme: "PAYE", authority: lagos, period: "2026-01" };
const due = (which: Pick<DueKey, "scheme" | "authority" | "period">) =>
  world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return dueOf(tx, payroll.home.tenant_id, which);
  });
const taxOf = async (month = "2026-01-01", authority = lagos) => {
  const found = await due({ scheme: "PAYE", authority, period: month });
  return found ?? { due: 0n, remitted: 0n, people: 0, parts: null };
};
const naira = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
const pay = (body: object, caller = payroll.disburser) =>
  caller.attempt(contract.recordRemittance, {
    body: { ...tax, paid_on: "2026-02-09", amount: "1.00", ...body },
  });

describe("what is owed", () => {
  test("is what the posted payslips withheld, by authority and month", async () => {
    const [inLagos, inOgun] = [await taxOf(), await taxOf("2026-01-01", ogun)];
    expect(inLagos.due + inOgun.due).toBe(january.totals.paye);
    expect([inLagos.people, inOgun.people]).toEqual([2, 1]);
    expect(inLagos.parts).toEqual([{ payday: january.payday, amount: String(inLagos.due) }]);
    const pension = await due({ scheme: "PENSION", authority: "", period: "2026-01-01" });
    // The pension administrator of the third is not known.
    expect(pension?.people).toBe(1);
    expect((await due({ scheme: "NSITF", authority: "", period: "2026-02-01" }))?.due).toBe(
      february.totals.nsitf,
    );
  });

  test("stays owed to the state of residence at the time of posting", async () => {
    const before = await taxOf();
    const { version } = await payroll.hr.call(getEmployee, { params: ada });
    await payroll.hr.call(savePersonal, {
      params: ada,
      body: { first_name: "Ada", last_name: "Okafor", state_id: Number(ogun), version },
    });
    expect(await taxOf()).toEqual(before);
  });
});

describe("a remittance", () => {
  test("is paid in parts, never more than is left, and not twice", async () => {
    const { due: whole } = await taxOf();
    const first = await payroll.disburser.call(contract.recordRemittance, {
      body: { ...tax, paid_on: "2026-02-09", amount: "1000.00", reference: "RRR 2201" },
    });
    expect(first).toMatchObject({
      authority_name: "Lagos",
      period: "2026-01",
      amount: 100_000n,
      ledger: { name: "Bank clearing" },
      reversal: null,
    });
    const left = naira(whole - 100_000n);
    const tooMuch = await pay({ amount: naira(whole) });
    expect([tooMuch.status, tooMuch.problem.errors]).toMatchObject([
      422,
      [{ path: "amount", message: expect.stringContaining("is left to remit") }],
    ]);
    // It waits for the open transaction of an approval or another remittance, which may change the
    // outstanding amount.
    const { waiting } = await world.database.transaction(async (tx) => {
      await setTenant(tx, payroll.home.tenant_id);
      await lockRunApprovals(tx, payroll.home.tenant_id);
      const reply = pay({ amount: left });
      await untilLocked(world.database);
      return { waiting: reply };
    });
    expect((await waiting).status).toBe(201);
    const again = await pay({});
    expect([again.status, again.problem.code, again.problem.message]).toEqual([
      409,
      "remittance_settled",
      "PAYE of Lagos, January 2026 has already been remitted in full.",
    ]);
    expect(await taxOf()).toMatchObject({ due: whole, remitted: whole });
    const admin = await world.signInAs(["ADMINISTRATOR"]);
    const { data: log } = await admin.list(listPlatformAudit, {
      query: { subject: `remittance:${first.id}` },
    });
    expect(log.map(({ record }) => record)).toEqual([first.entry.ent_number]);
  });

  test("debits what is owed and credits the bank, in an entry that cannot be edited manually", async () => {
    const [first] = await payroll.owner.call(contract.listRemittances, { query: tax });
    const entry = await payroll.owner.call(getEntry, {
      params: { id: first?.entry.entry_id },
    });
    expect(entry).toMatchObject({
      date: "2026-02-09",
      narration: "PAYE of Lagos, January 2026: RRR 2201",
      items: [
        { dc: "DR", amount: 100_000n, name: "PAYE payable" },
        { dc: "CR", amount: 100_000n, name: "Bank clearing" },
      ],
    });
  });

  test("is reversed by a linked entry, and owed again", async () => {
    const [first] = await payroll.owner.call(contract.listRemittances, { query: tax });
    const sent = { params: { id: first?.id }, body: { reason: "The bank returned it" } };
    const replies = await Promise.all(
      [payroll.owner, payroll.disburser].map((who) =>
        who.attempt(contract.reverseRemittance, sent),
      ),
    );
    expect(outcomesOf(replies)).toEqual(["201", "409 remittance_reversed"]);
    const all = await payroll.owner.call(contract.listRemittances, { query: tax });
    const [reversed] = all.filter(({ id }) => id === first?.id);
    expect(reversed?.reversal).toMatchObject({ reason: "The bank returned it", by: "Test user" });
    const entry = await payroll.owner.call(getEntry, {
      params: { id: first?.entry.entry_id },
    });
    expect(entry.reversed_by?.id).toBe(reversed?.reversal?.entry.entry_id);
    const again = await payroll.owner.attempt(contract.reverseRemittance, sent);
    expect([again.status, again.problem.code]).toEqual([409, "remittance_reversed"]);
    const { due: whole, remitted } = await taxOf();
    expect(whole - remitted).toBe(100_000n);
    // Today is the latest allowed day.
    expect((await pay({ amount: "1000.00", paid_on: "2026-03-10" })).status).toBe(201);
    // The run of the month shows the remittances in force.
    expect((await currentRun(payroll.owner, january)).remitted).toBe((await taxOf()).remitted);
  });

  test("of a year exists only for ITF", async () => {
    const asMonth = await pay({ scheme: "ITF", authority: "", period: "2026-01" });
    expect([asMonth.status, asMonth.problem.errors?.[0]?.path]).toEqual([422, "period"]);
    const none = await pay({ scheme: "ITF", authority: "", period: "2026" });
    expect([none.status, none.problem.code]).toEqual([409, "remittance_not_due"]);
  });

  test("of a run that is reversed afterwards leaves too much remitted, and the books agree", async () => {
    const draft = await bonusRun(world, payroll, ada, { period: "2026-02", amount: "100000.00" });
    const bonus = await approvedRun(world, payroll, "2026-02", draft);
    const { due: whole } = await taxOf("2026-02-01", ogun);
    const sent = {
      authority: ogun,
      period: "2026-02",
      amount: naira(whole),
      paid_on: "2026-03-09",
    };
    const remitted = async () => (await currentRun(payroll.owner, bonus)).remitted;
    const before = await remitted();
    expect((await pay(sent)).status).toBe(201);
    // A user who may reverse the run sees what was remitted for its month.
    expect((await remitted()) - before).toBe(whole);
    await reversedRun(payroll, bonus);
    const after = await taxOf("2026-02-01", ogun);
    expect(after.remitted).toBeGreaterThan(after.due);
    expect(await remitted()).toBe(0n);
    // What the state owes back is outstanding too, and reduces the total.
    const outstanding = await payroll.owner.call(statutoryDuesReport.read, {
      query: { period: "2026-03", open: true, scheme: "PAYE" },
    });
    const excess = outstanding.rows.find(({ authority }) => authority === ogun);
    expect(excess).toMatchObject({
      status: "EXCESS",
      left: { amount: after.remitted - after.due, negative: true },
    });
    expect(outstanding.rows.every(({ left }) => left.amount > 0n)).toBe(true);
    const { totals } = outstanding;
    expect(totals.left).toEqual({ amount: totals.due - totals.remitted, negative: false });
    await expectCoherentBooks(world);
  });

  test("that differs from its entry is found by the check of the books", async () => {
    const { tenant_id } = payroll.home;
    const faults = await world.database
      .transaction(async (tx) => {
        await setTenant(tx, tenant_id);
        await sql`update remittances set amount = amount + 1
          where tenant_id = ${tenant_id} and reversed_at is null and authority = ${lagos}`.execute(
          tx,
        );
        const found = await checkEverything(tx, tenant_id);
        throw Object.assign(new Error("rolled back"), { found });
      })
      .catch((error: unknown) => (error as { found: { kind: string }[] }).found);
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(
      new Set(["remittance_entry_wrong", "payroll_payable_wrong"]),
    );
  });
});

describe("refused are", () => {
  const owed = { period: "2026-02", paid_on: "2026-03-09" };

  test.each([
    [{ paid_on: "2026-03-11" }, 422, "date_in_future"],
    [{ paid_on: "2026-13-01" }, 422, "validation_failed"],
    [{ amount: "0.00" }, 422, "validation_failed"],
    [{ amount: "1.001" }, 422, "validation_failed"],
    [{ scheme: "VAT" }, 422, "validation_failed"],
    [{ authority: "" }, 404, "not_found"],
    [{ authority: "atlantis" }, 404, "not_found"],
    [{ period: "2025-12" }, 409, "remittance_not_due"],
    [{ ledger_id: 999_999_999 }, 404, "not_found"],
  ])("%o", async (body, status, code) => {
    const reply = await pay({ ...owed, ...body });
    expect([reply.status, reply.problem.code]).toEqual([status, code]);
  });

  test("a ledger of a feature, and a day of the locked period", async () => {
    const { owner, home } = payroll;
    const wallet = await pay({ ...owed, ledger_id: home.ledgers.funding_account });
    expect([wallet.status, wallet.problem.code]).toEqual([422, "ledger_not_cash"]);
    const lock = (locked_until: string | null) =>
      owner.call(setPeriodLock, { body: { locked_until, reason: "Reported" } });
    await lock("2026-02-28");
    const locked = await pay({ ...owed, paid_on: "2026-02-28" });
    expect([locked.problem.code, locked.problem.errors?.[0]?.path]).toEqual([
      "day_locked",
      "paid_on",
    ]);
    await lock(null);
    const ledgers = await owner.call(contract.listRemittanceLedgers, { query: {} });
    expect(ledgers[0]?.name).toBe("Bank clearing");
    expect(ledgers.map(({ id }) => id)).not.toContain(home.ledgers.funding_account);
  });

  test("callers without the permission, of another organization, and of one without the module", async () => {
    const { preparer, hr, stranger, other } = payroll;
    const body = { ...owed, tenant_id: payroll.home.tenant_id };
    expect((await pay(body, preparer)).status).toBe(403);
    expect((await pay(body, hr)).status).toBe(403);
    expect((await pay(body, world.nobody)).status).toBe(401);
    expect((await pay(body, stranger)).status).toBe(404);
    const staff = await world.signIn("platform");
    expect((await pay(owed, staff)).problem.code).toBe("organization_required");
    const [first] = await payroll.owner.call(contract.listRemittances, { query: tax });
    const foreign = await stranger.attempt(contract.reverseRemittance, {
      params: { id: first?.id },
      body: { reason: "Mine" },
    });
    expect(foreign.status).toBe(404);
    await staff.call(saveModule.organization, {
      params: { ...other.path, id: "payroll" },
      body: { enabled: false },
    });
    expect((await pay(owed, stranger)).problem.code).toBe("module_off");
  });
});
