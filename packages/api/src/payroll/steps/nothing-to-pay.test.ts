import { addPayItem } from "@kontor/contract/employees/pay";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  outcomesOf,
  payslipIn,
  type TestPayroll,
  tryReverse,
  type PaidEmployee,
  currentRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
let payroll: TestPayroll;
let ada: PaidEmployee;
/** The clock is set to 10 March 2026. */
beforeEach(async () => {
  payroll = await openPayroll(world);
  ada = await addPaid(payroll, "A-1", { basic: "280000.00" });
});
afterAll(() => expectCoherentBooks(world));

async function addItem(month: string, item: object): Promise<void> {
  const body = { taxable: false, pensionable: false, from_month: month, to_month: month, ...item };
  await payroll.hr.call(addPayItem, { params: ada, body });
}

/** Ada is on unpaid leave for a whole month. */
async function away(month: string): Promise<void> {
  const leave = { name: "Unpaid leave", kind: "DEDUCTION", amount: "280000.00" };
  await addItem(month, { ...leave, taxable: true, pensionable: true });
}

describe("a run with nothing to pay is paid once it is approved, and can still be reversed", () => {
  test("with its entry, and the month is paid by another run", async () => {
    await away("2026-02");
    await addItem("2026-02", { name: "Prize", kind: "EARNING", amount: "10000.00" });
    await addItem("2026-02", { name: "Loan", kind: "DEDUCTION", amount: "10000.00" });
    await approvedRun(world, payroll, "2026-01");
    const before = await balancesByName(world, payroll);
    const february = await approvedRun(world, payroll, "2026-02");
    expect(february).toMatchObject({ status: "PAID", net: 0n });
    expect(february.entry).not.toBeNull();
    expect(outcomesOf([await tryReverse(payroll.owner, february)])).toEqual(["200"]);
    const reversed = await currentRun(payroll.owner, february);
    expect(reversed).toMatchObject({ status: "REVERSED", payment: { unpaid: 0n } });
    expect(reversed.events.at(-1)).toMatchObject({ event: "REVERSED", reason: "Wrong month" });
    expect(await balancesByName(world, payroll)).toEqual(before);
    expect(outcomesOf([await tryReverse(payroll.owner, reversed)])).toEqual([
      "409 run_not_reversible",
    ]);
    await addPaid(payroll, "A-2", { basic: "280000.00" });
    const anew = await approvedRun(world, payroll, "2026-02");
    expect(anew.status).toBe("PENDING_DISBURSEMENT");
  });

  test("unless a run that was approved later builds on it", async () => {
    await away("2026-01");
    const january = await approvedRun(world, payroll, "2026-01");
    // Leave of the whole month leaves nothing on any ledger.
    expect(january).toMatchObject({ status: "PAID", entry: null, posting: [] });
    const february = await approvedRun(world, payroll, "2026-02");
    expect(outcomesOf([await tryReverse(payroll.owner, january)])).toEqual(["409 run_built_upon"]);
    expect(outcomesOf([await tryReverse(payroll.owner, february)])).toEqual(["200"]);
    expect(outcomesOf([await tryReverse(payroll.owner, january)])).toEqual(["200"]);
  });

  test("without an entry, if it only corrected a tax treatment", async () => {
    await leaveOn(payroll, ada, "2026-01-31", gratuity("900000.00"));
    await approvedRun(world, payroll, "2026-01");
    await leaveOn(payroll, ada, "2026-01-31", gratuity("900000.00", false));
    const settle = () =>
      calculatedRun(world, payroll, "2026-01", {
        cycle: "OFF_CYCLE",
        title: "Leavers",
        employee_ids: [ada.id],
      });
    const before = await balancesByName(world, payroll);
    const corrected = await approvedRun(world, payroll, "2026-01", await settle());
    expect(corrected).toMatchObject({ status: "PAID", entry: null });
    const { year_to_date } = await payslipIn(payroll.owner, corrected, ada);
    expect(outcomesOf([await tryReverse(payroll.owner, corrected)])).toEqual(["200"]);
    expect(await currentRun(payroll.owner, corrected)).toMatchObject({
      status: "REVERSED",
      entry: null,
    });
    expect(await balancesByName(world, payroll)).toEqual(before);
    // The correction is owed again, and another run makes the same.
    const again = await approvedRun(world, payroll, "2026-01", await settle());
    expect(await payslipIn(payroll.owner, again, ada)).toMatchObject({ year_to_date });
  });
});
