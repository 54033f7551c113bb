import { addEntry } from "@kontor/contract/accounting/entries";
import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { submitFunds } from "@kontor/contract/funding/funding";
import { saveModule } from "@kontor/contract/modules/modules";
import { proveBooks } from "@kontor/contract/proof/proof";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditAll } from "../platform/audit.ts";
import { withOwnerClient } from "../platform/database/database.ts";
import { setTenant } from "../platform/scope.ts";
import { receiptBody } from "../testing/books.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPaid, approvedRun, calculatedRun, openPayroll } from "../testing/payroll.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);
let tenant_id: number;

beforeAll(async () => {
  tenant_id = payroll.home.tenant_id;
  const admin = await world.signIn("platform");
  const deposit = { amount: "900000.00", action: "DEPOSIT" };
  await admin.call(submitFunds, { params: payroll.home.path, body: deposit });
  await addPaid(payroll, "A-1", { basic: "600000.00" });
  await approvedRun(world, payroll, "2026-01");
  await approvedRun(world, payroll, "2026-02");
  await calculatedRun(world, payroll, "2026-03");
});
afterAll(() => expectCoherentBooks(world));

const dueBy = async (authority: string) =>
  (await payroll.owner.call(getDashboard)).due?.find((each) => each.authority === authority);

describe("the dashboard", () => {
  test("of an owner has every part, with the figures of the books", async () => {
    await world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      const by = { tx, actorId: null, requestId: "" };
      const signedIn = { action: "session.opened", subject: "user:1", detail: {} };
      await auditAll(
        by,
        tenant_id,
        Array.from({ length: 20 }, () => signedIn),
      );
    });
    const seen = await payroll.owner.call(getDashboard);
    expect(seen.as_of).toEqual(world.clock.now());
    expect(seen.wallets).toMatchObject({
      total: 90_000_000n,
      total_dc: "DR",
      count: 1,
      first: [{ tenant_id, daily: 0n, runway_days: null }],
    });
    expect(seen.flows).toHaveLength(12);
    expect(seen.flows?.at(-1)).toEqual({
      month: "2026-03",
      money_in: 90_000_000n,
      money_out: 0n,
    });
    // Two months of pay with the employer's contributions, in the group of the standard chart.
    const costs = seen.costs?.groups.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
    expect(seen.costs?.since).toBe("2026-01-01");
    expect(costs).toBeGreaterThan(120_000_000n);
    // The trial balance behind each group has the amount of its slice.
    for (const { group_id, amount } of seen.costs?.groups ?? []) {
      const { totals } = await payroll.owner.call(trialBalanceReport.read, {
        query: {
          group_id: group_id ?? 0,
          start_date: "2026-01-01",
          end_date: "2026-03-31",
          closing: "without",
        },
      });
      expect(totals.debit - totals.credit).toBe(amount);
    }
    expect(seen.payroll).toMatchObject({
      month: "2026-03",
      steps: [{ status: "DRAFT", runs: 1 }],
      runs: [{ tenant_id, status: "DRAFT", payday: "2026-03-25", people: 1 }],
    });
    // The user who submitted and approved the runs is not asked to pay them as well.
    expect(seen.decisions).toContainEqual({ decision: "payroll_runs", waiting: 0 });
    // The run in draft is named as in the audit log.
    expect(seen.activity?.[0]).toMatchObject({ tenant_id, record: "PR-000003" });
    expect(seen.activity?.map(({ action }) => action)).not.toContain("session.opened");
    expect((await payroll.disburser.call(getDashboard)).decisions).toContainEqual({
      decision: "payroll_runs",
      waiting: 2,
    });
  });

  test("says when the oldest month that is owed is due", async () => {
    const paye = await dueBy("paye");
    expect(paye).toMatchObject({ due_date: "2026-02-10", month: "2026-01" });
    // Seven working days after the 25th of January, a payday on a Sunday.
    expect(await dueBy("pension")).toMatchObject({ month: "2026-01" });
    expect(await dueBy("nhf")).toMatchObject({ owed: 0n, due_date: null, month: null });
    // January is paid, so February is the oldest month.
    const { ledgers } = payroll.home;
    const january = String((paye?.owed ?? 0n) / 2n);
    const amount = `${january.slice(0, -2)}.${january.slice(-2)}`;
    const body = receiptBody(ledgers.paye_payable, ledgers.bank_clearing, amount);
    await payroll.owner.call(addEntry, { body });
    expect(await dueBy("paye")).toMatchObject({ due_date: "2026-03-10", month: "2026-02" });
    await payroll.owner.call(addEntry, { body });
    expect(await dueBy("paye")).toMatchObject({ owed: 0n, due_date: null });
  });

  test("counts no entry of what is owed before its day", async () => {
    const { ledgers } = payroll.home;
    const [owed, paid] = [ledgers.nsitf_payable, ledgers.bank_clearing];
    const before = (await dueBy("nsitf"))?.owed ?? 0n;
    const staff = await world.signIn("platform");
    const owedByAll = async () => {
      const { due } = await staff.call(getDashboard, { query: { tenant_id: 0 } });
      return due?.find(({ authority }) => authority === "nsitf")?.owed;
    };
    const ofAll = await owedByAll();
    const later = { entry_date: "2026-03-20" };
    await payroll.owner.call(addEntry, { body: receiptBody(owed, paid, "100.00", later) });
    expect(await dueBy("nsitf")).toMatchObject({ owed: before });
    await payroll.owner.call(addEntry, { body: receiptBody(paid, owed, "300.00", later) });
    expect(await dueBy("nsitf")).toMatchObject({ owed: before });
    expect(await owedByAll()).toBe(ofAll);
    const today = world.clock.now();
    world.clock.set(new Date("2026-03-20T09:00:00Z"));
    const owner = await world.signInAs(["OWNER"], tenant_id);
    const due = (await owner.call(getDashboard)).due ?? [];
    expect(due.find(({ authority }) => authority === "nsitf")?.owed).toBe(before + 20_000n);
    world.clock.set(today);
  });

  test("leaves out the parts of modules that are off", async () => {
    const { owner, home } = payroll;
    const switched = async (id: string, enabled: boolean) => {
      const params = { ...home.path, id };
      await owner.call(saveModule.organization, { params, body: { enabled } });
      const { payroll: runs, costs, due, wallets } = await owner.call(getDashboard);
      return [runs, costs, due, wallets].map((part) => part !== null);
    };
    expect(await switched("payroll", false)).toEqual([false, true, true, true]);
    expect(await switched("accounting", false)).toEqual([false, false, false, true]);
    expect(await switched("payroll", true)).toEqual([true, false, true, true]);
    expect(await switched("accounting", true)).toEqual([true, true, true, true]);
  });

  test("shows each role what it may see, and never another organization", async () => {
    const partsOf = async (role: "HR" | "BOOKKEEPER" | "VIEWER") => {
      const caller = await world.signInAs([role], tenant_id);
      const seen = await caller.call(getDashboard);
      return Object.entries(seen)
        .filter(
          ([name, part]) =>
            name !== "as_of" && part !== null && (!Array.isArray(part) || part.length > 0),
        )
        .map(([name]) => name)
        .toSorted();
    };
    expect(await partsOf("BOOKKEEPER")).toEqual(["costs", "due", "flows", "wallets"]);
    expect(await partsOf("VIEWER")).toEqual(["costs", "due", "flows", "wallets"]);
    expect(await partsOf("HR")).toEqual(["decisions"]);
    const stranger = await world.signInAs(["OWNER"], payroll.other.tenant_id);
    expect((await stranger.call(getDashboard)).wallets?.total).toBe(0n);
    expect((await stranger.attempt(getDashboard, { query: { tenant_id } })).status).toBe(404);
    expect((await world.nobody.attempt(getDashboard)).status).toBe(401);
  });

  test("of staff adds up all organizations, or shows the one that is asked for", async () => {
    const staff = await world.signIn("staff");
    const all = await staff.call(getDashboard);
    expect(all.wallets?.count).toBeGreaterThan(1);
    expect(all.wallets?.total).toBe(90_000_000n);
    const one = await staff.call(getDashboard, { query: { tenant_id } });
    expect(one.wallets?.count).toBe(1);
    expect(one.flows).toEqual(all.flows);
    expect(all.costs?.groups.map(({ group_id }) => group_id)).toContain(null);
  });

  test("rounds what a wallet spends in a day half up", async () => {
    const today = world.clock.now();
    const spender = await openOrganization(world, "Spender Limited");
    world.clock.set(new Date("2026-01-15T09:00:00Z"));
    const admin = await world.signIn("platform");
    for (const action of ["DEPOSIT", "WITHDRAWAL"]) {
      const body = { action, amount: "100.20" };
      await admin.call(submitFunds, { params: spender.path, body });
    }
    world.clock.set(today);
    const owner = await world.signInAs(["OWNER"], spender.tenant_id);
    // 10,020 kobo in the 59 days of January and February are 169.8 a day.
    expect((await owner.call(getDashboard)).wallets?.first).toMatchObject([{ daily: 170n }]);
  });
});

describe("the proof of the books", () => {
  test("names the record that is at fault: run, payslip or movement", async () => {
    const ids = new Map<string, number>();
    await withOwnerClient(world.ownerUrl, async (owner) => {
      await owner.query(`select set_config('app.tenant_id', '${tenant_id}', false)`);
      for (const table of ["payroll_runs", "payslips", "funding_transactions"]) {
        const { rows } = await owner.query<{ id: number }>(
          `select id from ${table} where tenant_id = ${tenant_id} order by id limit 1`,
        );
        ids.set(table, Number(rows[0]?.id));
      }
      const broken = [
        ["payroll_runs", "people"],
        ["payslips", "employer", "nsitf"],
        ["funding_transactions", "amount"],
      ] as const;
      const move = async (by: number) => {
        for (const [table, ...columns] of broken) {
          const id = ids.get(table);
          const set = columns.map((column) => `${column} = ${column} + ${by}`).join(", ");
          await owner.query(
            `update ${table} set ${set} where tenant_id = ${tenant_id} and id = ${id}`,
          );
        }
      };
      await move(1);
      const { faults } = await payroll.owner.call(proveBooks, { body: {} });
      await move(-1);
      const recordOf = (subject: string) => faults.find((each) => each.subject === subject)?.record;
      const { company_id } = payroll.home;
      const run_id = ids.get("payroll_runs");
      expect(recordOf(`payroll-run:${run_id}`)).toEqual({
        kind: "payroll_run",
        id: run_id,
        company_id,
        run_id: null,
      });
      const payslip = ids.get("payslips");
      expect(recordOf(`payslip:${payslip}`)).toEqual({
        kind: "payslip",
        id: payslip,
        company_id,
        run_id,
      });
      expect(recordOf(`funding-transaction:${ids.get("funding_transactions")}`)).toMatchObject({
        kind: "entry",
        id: expect.any(Number),
        company_id: null,
      });
    });
    expect((await payroll.owner.call(proveBooks, { body: {} })).faults).toEqual([]);
  });
});
