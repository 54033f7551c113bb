import { getEmployee, savePersonal, saveStatutory } from "@kontor/contract/employees/employees";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { recordRemittance, reverseRemittance } from "@kontor/contract/payroll/remittances";
import { afterAll, beforeEach, expect, test } from "vitest";

import { setAllTenantsReadable } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  bonusRun,
  openPayroll,
  type PaidEmployee,
  type TestPayroll,
} from "../../testing/payroll.ts";
import { dueOf } from "./dues.ts";

const lagos = "24";
const ogun = "27";

const world: World = await openWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;

/** January of somebody whose record named neither state nor fund administrator when it was approved. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "400000.00" });
  await approvedRun(world, payroll, "2026-01");
});
afterAll(async () => {
  await expectCoherentBooks(world);
  await world.close();
});

/** Records an employee's state of residence; null for none. */
async function movesTo(state: string | null, params = ada): Promise<void> {
  const { version } = await payroll.hr.call(getEmployee, { params });
  const state_id = state === null ? null : Number(state);
  const body = { first_name: "Ada", last_name: "Okafor", state_id, version };
  await payroll.hr.call(savePersonal, { params, body });
}

/** Records an employee's pension administrator. */
async function joins(pfa: string): Promise<void> {
  const { version } = await payroll.hr.call(getEmployee, { params: ada });
  await payroll.hr.call(saveStatutory, { params: ada, body: { pfa, version } });
}

/** What is owed to an authority for a month, by default January, and how much of it was remitted, in kobo. */
async function owedTo(
  scheme: "PAYE" | "PENSION",
  authority: string,
  period = "2026-01-01",
): Promise<[bigint, bigint]> {
  const found = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return dueOf(tx, payroll.home.tenant_id, { scheme, authority, period });
  });
  return [found?.due ?? 0n, found?.remitted ?? 0n];
}

const naira = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
const remit = (scheme: "PAYE" | "PENSION", authority: string, amount: bigint, period = "2026-01") =>
  payroll.disburser.call(recordRemittance, {
    body: { scheme, authority, period, paid_on: "2026-02-09", amount: naira(amount) },
  });

test("what no payslip says whom to pay follows the record until it is remitted", async () => {
  await movesTo(lagos);
  const [due] = await owedTo("PAYE", lagos);
  expect(due).toBeGreaterThan(0n);
  await movesTo(ogun);
  expect(await owedTo("PAYE", ogun)).toEqual([due, 0n]);
  await remit("PAYE", ogun, due);
  await movesTo(lagos);
  expect(await owedTo("PAYE", ogun)).toEqual([due, due]);
  expect(await owedTo("PAYE", lagos)).toEqual([0n, 0n]);
  const { subtotals } = await payroll.owner.call(payrollRegisterReport.read, {
    query: { period: "2026-01", group: "state" },
  });
  expect(subtotals.map(({ key }) => key)).toEqual([ogun]);
});

test("it stays due where a part was remitted, and follows the record again once all of that is reversed", async () => {
  await joins("leadway");
  const [due] = await owedTo("PENSION", "leadway");
  const [one, other] = [
    await remit("PENSION", "leadway", 100_00n),
    await remit("PENSION", "leadway", 200_00n),
  ];
  await joins("stanbic-ibtc");
  expect(await owedTo("PENSION", "leadway")).toEqual([due, 300_00n]);
  const reverse = (id: number) =>
    payroll.disburser.call(reverseRemittance, { params: { id }, body: { reason: "Wrong fund" } });
  await reverse(one.id);
  expect(await owedTo("PENSION", "leadway")).toEqual([due, 200_00n]);
  await reverse(other.id);
  expect(await owedTo("PENSION", "leadway")).toEqual([0n, 0n]);
  expect(await owedTo("PENSION", "stanbic-ibtc")).toEqual([due, 0n]);
});

test("what is owed to another authority still follows the record", async () => {
  await movesTo(lagos);
  await joins("leadway");
  const [tax] = await owedTo("PAYE", lagos);
  await remit("PENSION", "leadway", 100_00n);
  await movesTo(ogun);
  expect(await owedTo("PAYE", ogun)).toEqual([tax, 0n]);
});

test("what a draft of the same month will owe follows the record too", async () => {
  const bonus = await bonusRun(world, payroll, ada, { period: "2026-01", amount: "500000.00" });
  await movesTo(lagos);
  const [due] = await owedTo("PAYE", lagos);
  await remit("PAYE", lagos, due);
  await movesTo(null);
  const { totals } = await approvedRun(world, payroll, "2026-01", bonus);
  expect(totals.paye).toBeGreaterThan(0n);
  expect(await owedTo("PAYE", lagos)).toEqual([due, due]);
  expect(await owedTo("PAYE", "")).toEqual([totals.paye, 0n]);
});

test("a remittance for another month or to another authority does not keep it, nor take what another keeps", async () => {
  const ben = await addPaid(payroll, "A-2", { basic: "400000.00" });
  await approvedRun(world, payroll, "2026-02");
  await movesTo(lagos);
  await movesTo(ogun, ben);
  await remit("PAYE", lagos, 100_00n);
  await remit("PAYE", ogun, 100_00n, "2026-02");
  await movesTo(lagos, ben);
  const [kept] = await owedTo("PAYE", ogun, "2026-02-01");
  expect(kept).toBeGreaterThan(0n);
  const { id } = await remit("PAYE", lagos, 100_00n, "2026-02");
  expect(await owedTo("PAYE", ogun, "2026-02-01")).toEqual([kept, 100_00n]);
  const [due] = await owedTo("PAYE", lagos, "2026-02-01");
  const body = { reason: "Wrong state" };
  await payroll.disburser.call(reverseRemittance, { params: { id }, body });
  await movesTo(null);
  expect(await owedTo("PAYE", lagos, "2026-02-01")).toEqual([0n, 0n]);
  expect(await owedTo("PAYE", "", "2026-02-01")).toEqual([due, 0n]);
  expect((await owedTo("PAYE", lagos))[1]).toBe(100_00n);
});
