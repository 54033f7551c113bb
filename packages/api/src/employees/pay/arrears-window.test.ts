import { addPayRate, getArrearsWindow } from "@kontor/contract/employees/pay";
import { expect, test } from "vitest";

import { expectGuarded, openStaff, pathOf } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  payrollOf,
  payslipIn,
  reversedRun,
  type TestPayroll,
} from "../../testing/payroll.ts";

const world = await openFileWorld();

/** The same organizations on a later day, on which everybody signs in again. */
async function signInOn(day: string, { home, other }: TestPayroll): Promise<TestPayroll> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  const hr = await world.signInAs(["HR"], home.tenant_id);
  const owner = await world.signInAs(["OWNER"], home.tenant_id);
  return payrollOf(world, { home, other, hr, owner });
}

test("the window begins twelve months before the next run, once an earlier month was paid", async () => {
  const staff = await openStaff(world);
  const params = pathOf(await staff.add("GUARD-1"));
  await expectGuarded(world, staff, [[getArrearsWindow, { params }]]);
  expect(await staff.hr.call(getArrearsWindow, { params })).toEqual({
    from: null,
    next: null,
  });

  let payroll = await openPayroll(world);
  const ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
  const window = (who = ada) => payroll.hr.call(getArrearsWindow, { params: who });
  const from = async (who = ada) => (await window(who)).from;
  for (const month of ["2026-01", "2026-02"]) await approvedRun(world, payroll, month);
  expect(await window()).toEqual({ from: null, next: "2026-03" });

  payroll = await signInOn("2027-03-10", payroll);
  const joiner = await addPaid(
    payroll,
    "A-2",
    { basic: "280000.00" },
    { start_date: "2027-01-01" },
  );
  const january = await approvedRun(world, payroll, "2027-01");
  expect(await from()).toBe("2026-02");
  const february = await approvedRun(world, payroll, "2027-02");
  expect(await from()).toBe("2026-03");
  // Nobody has paid the joiner before that.
  expect(await from(joiner)).toBeNull();

  const raise = { basic: "290000.00", housing: "0.00", transport: "0.00", other: "0.00" };
  const body = { ...raise, from_date: "2026-01-01" };
  await payroll.hr.call(addPayRate, { params: ada, body });
  const march = await payslipIn(payroll.owner, await calculatedRun(world, payroll, "2027-03"), ada);
  expect(march.lines.map(({ code }) => code).filter((code) => code.startsWith("arrears"))).toEqual([
    "arrears:2027-01",
    "arrears:2027-02",
  ]);

  for (const run of [february, january]) {
    await reversedRun(payroll, run);
  }
  expect(await from()).toBeNull();
});
