import { getEntry } from "@kontor/contract/accounting/entries";
import { getEmployee, saveStatutory } from "@kontor/contract/employees/employees";
import { saveModule } from "@kontor/contract/modules/modules";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import * as contract from "@kontor/contract/payroll/remittances";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { untilLocked } from "../../testing/eventually.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { addPaid, approvedRun, openPayroll, testSettings } from "../../testing/payroll.ts";
import { lockRunApprovals } from "../runs/row.ts";

const world = await openFileWorld();
const payroll = await openPayroll(world);

/** On 10 March 2026: two months of two people, whose pensions are with two administrators. */
beforeAll(async () => {
  const platform = await world.signIn("platform");
  await platform.call(payrollSettings.save.organization, {
    params: payroll.home.path,
    body: { ...testSettings, nhf_active: true },
  });
  const params = await addPaid(payroll, "A-1", { basic: "400000.00" }, { state_id: 24 });
  const { version } = await payroll.hr.call(getEmployee, { params });
  const statutory = { pfa: "stanbic-ibtc", nhf_number: "NHF123", nhf_consent: true, version };
  await payroll.hr.call(saveStatutory, { params, body: statutory });
  await addPaid(payroll, "A-2", { basic: "300000.00" }, { state_id: 24, pfa: "leadway" });
  for (const month of ["2026-01", "2026-02"]) await approvedRun(world, payroll, month);
}, 60_000);
afterAll(() => expectCoherentBooks(world));

const period = "2026-01";
/** 8% of the employee and 10% of the employer. */
const pensions = [
  { scheme: "PENSION", authority: "stanbic-ibtc", period, amount: "72000.00" },
  { scheme: "PENSION", authority: "leadway", period, amount: "54000.00" },
] as const;
const paid_on = "2026-02-09";

const record = (body: object, caller = payroll.disburser) =>
  caller.attempt(contract.recordRemittances, {
    body: { remittances: pensions, paid_on, ...body },
  });

async function remitted() {
  const { rows } = await payroll.owner.call(statutoryDuesReport.read, { query: { period } });
  return rows
    .filter(({ scheme }) => scheme === "PENSION")
    .map(({ authority, status }) => [authority, status]);
}

const nothing = [
  ["leadway", "OVERDUE"],
  ["stanbic-ibtc", "OVERDUE"],
];

describe("nothing is recorded", () => {
  test.for([
    [{ remittances: [] }, 422, "validation_failed", "remittances"],
    [{ remittances: [pensions[0], pensions[0]] }, 422, "validation_failed", "remittances"],
    [
      { remittances: [pensions[0], { ...pensions[1], amount: "54000.01" }] },
      422,
      "remittance_too_much",
      "remittances.1.amount",
    ],
    [
      { remittances: [pensions[0], { ...pensions[1], amount: "0.00" }] },
      422,
      "validation_failed",
      "remittances.1.amount",
    ],
    [
      { remittances: [pensions[0], { ...pensions[1], authority: "atlantis" }] },
      404,
      "not_found",
      "remittances.1.authority",
    ],
    [
      { remittances: [{ ...pensions[0], period: "2026" }] },
      422,
      "validation_failed",
      "remittances.0.period",
    ],
    [{ paid_on: "2026-03-11" }, 422, "date_in_future", "paid_on"],
    [{ ledger_id: 999_999_999 }, 404, "not_found", "ledger_id"],
  ] as const)("of %o", async ([body, status, code, path]) => {
    const { status: given, problem } = await record(body);
    expect([given, problem.code, problem.errors?.[0]?.path]).toEqual([status, code, path]);
    expect(await remitted()).toEqual(nothing);
  });

  test("where one of them is not due", async () => {
    const other = { scheme: "PENSION", authority: "leadway", period: "2025-12", amount: "1.00" };
    const { status, problem } = await record({ remittances: [pensions[0], other] });
    expect([status, problem.code]).toEqual([409, "remittance_not_due"]);
    expect(problem.message).toContain("December 2025");
    expect(await remitted()).toEqual(nothing);
  });

  test("by callers without the permission, of another organization or without the module", async () => {
    const { preparer, stranger, other, home } = payroll;
    const { tenant_id } = home;
    expect((await record({ tenant_id }, world.nobody)).status).toBe(401);
    expect((await record({ tenant_id }, preparer)).status).toBe(403);
    expect((await record({ tenant_id }, stranger)).status).toBe(404);
    const staff = await world.signIn("platform");
    expect((await record({}, staff)).problem.code).toBe("organization_required");
    await staff.call(saveModule.organization, {
      params: { ...other.path, id: "payroll" },
      body: { enabled: false },
    });
    expect((await record({}, stranger)).problem.code).toBe("module_off");
    expect(await remitted()).toEqual(nothing);
  });
});

test("several are recorded together, each with its entry, once", async () => {
  const { home, disburser, owner } = payroll;
  const body = { remittances: pensions, paid_on, reference: "PENCOM 77" };
  const key = "several-at-once";
  // They wait for a remittance whose transaction is open.
  const { waiting } = await world.database.transaction(async (tx) => {
    await setTenant(tx, home.tenant_id);
    await lockRunApprovals(tx, home.tenant_id);
    const reply = disburser.attempt(contract.recordRemittances, { body, key });
    await untilLocked(world.database);
    return { waiting: reply };
  });
  expect((await waiting).status).toBe(201);
  const recorded = await disburser.call(contract.recordRemittances, { body, key });
  expect(
    recorded.map(({ authority, amount, reference }) => [authority, amount, reference]),
  ).toEqual([
    ["stanbic-ibtc", 7_200_000n, "PENCOM 77"],
    ["leadway", 5_400_000n, "PENCOM 77"],
  ]);
  for (const { entry, authority_name, amount } of recorded) {
    const narration = `Pension of ${authority_name}, January 2026: PENCOM 77`;
    expect(await owner.call(getEntry, { params: { id: entry.entry_id } })).toMatchObject({
      date: paid_on,
      narration,
      items: [
        { dc: "DR", amount, name: "Pension payable" },
        { dc: "CR", amount, name: "Bank clearing" },
      ],
    });
  }
  expect(await remitted()).toEqual([
    ["leadway", "REMITTED"],
    ["stanbic-ibtc", "REMITTED"],
  ]);
  // One of them is reversed like any other.
  await disburser.call(contract.reverseRemittance, {
    params: { id: recorded[1]?.id },
    body: { reason: "The bank returned it" },
  });
  expect(await remitted()).toEqual([
    ["leadway", "OVERDUE"],
    ["stanbic-ibtc", "REMITTED"],
  ]);
});

test("each is compared with what is left of its own scheme and month", async () => {
  const leadway = (month: string, amount: string) => ({
    ...pensions[1],
    period: month,
    amount,
  });
  expect((await record({ remittances: [leadway(period, "4000.00")] })).status).toBe(201);
  for (const remittances of [
    [leadway("2026-02", "54000.00"), leadway(period, "50000.01")],
    // 2.5% of 400,000 and 1% of 700,000.
    [
      { scheme: "NHF", authority: "", period, amount: "10000.00" },
      { scheme: "NSITF", authority: "", period, amount: "7000.01" },
    ],
  ]) {
    const { problem } = await record({ remittances });
    expect([problem.code, problem.errors?.[0]?.path]).toEqual([
      "remittance_too_much",
      "remittances.1.amount",
    ]);
  }
});
