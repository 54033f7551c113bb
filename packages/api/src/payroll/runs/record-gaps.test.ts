import { getEmployee, saveStatutory } from "@kontor/contract/employees/employees";
import { leaveEmployment } from "@kontor/contract/employees/leaving";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import * as runs from "@kontor/contract/payroll/runs";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

test("a run names whose records lack what the schedules need, until it is approved", async () => {
  const payroll = await openPayroll(world);
  const { hr, preparer } = payroll;
  const complete = {
    state_id: 24,
    pfa: "leadway",
    rsa_pin: "PEN100123456789",
    tax_id: "1234567890123",
  };
  await addPaid(payroll, "A-0", { basic: "100000.00" }, complete);
  const one = await addPaid(
    payroll,
    "A-1",
    { basic: "100000.00" },
    { state_id: 24, pfa: "leadway" },
  );
  const others = await Promise.all(
    [2, 3, 4, 5, 6].map((number) =>
      addPaid(payroll, `A-${number}`, { basic: "100000.00" }, { tax_id: `223456789012${number}` }),
    ),
  );
  const run = await calculatedRun(world, payroll, "2026-02");
  expect(run.gaps.map(({ gap, people }) => [gap, people])).toEqual([
    ["tax_id", 1],
    ["state", 5],
    ["rsa_pin", 6],
    ["pfa", 5],
  ]);
  const pins = run.gaps.find(({ gap }) => gap === "rsa_pin");
  // The first five by name.
  expect(pins?.employees).toEqual(
    [one, ...others.slice(0, 4)].map(({ id }, index) => ({
      employee_id: id,
      name: `Okafor A-${index + 1}, Ada`,
    })),
  );
  const { version } = await hr.call(getEmployee, { params: one });
  await hr.call(saveStatutory, {
    params: one,
    body: { rsa_pin: "PEN100123456780", tax_id: "1234567890129", version },
  });
  // The numbers change no amount, so the run is still up to date.
  const again = await preparer.call(runs.getRun, { params: pathOfRun(run) });
  expect(again).toMatchObject({ stale: false });
  expect(again.gaps.map(({ gap, people }) => [gap, people])).toEqual([
    ["state", 5],
    ["rsa_pin", 5],
    ["pfa", 5],
  ]);
  expect((await approvedRun(world, payroll, "2026-02", again)).gaps).toEqual([]);
});

test("a run names the leaver whose contributions were made on pay that is taken back", async () => {
  const payroll = await openPayroll(world);
  const { hr, owner } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
  const leave = async (exit_date: string, amount: string) => {
    const { version } = await hr.call(getEmployee, { params: one });
    const owed = [{ name: "Gratuity", kind: "EARNING", amount, taxable: true }];
    const body = { exit_date, reason: "RESIGNED", note: "", owed, version };
    await hr.call(leaveEmployment, { params: one, body });
  };
  await leave("2026-02-28", "500000.00");
  await approvedRun(world, payroll, "2026-01");
  await approvedRun(world, payroll, "2026-02");
  await leave("2026-02-14", "900000.00");
  const off = { cycle: "OFF_CYCLE", title: "Leavers", employee_ids: [one.id] };
  const run = await calculatedRun(world, payroll, "2026-02", off);
  // ₦140,000 of basic: 8 % and 10 % of pension. NSITF is 1 % of gross, which the gratuity kept above zero.
  const amount = { amount: 2_520_000n, negative: false };
  expect(run.warnings.find(({ code }) => code === "contribution_overpaid")).toEqual({
    code: "contribution_overpaid",
    blocks: false,
    people: 1,
    first: [{ payslip_id: expect.any(Number), name: "Okafor A-1, Ada", amount }],
  });
  expect((await payslipIn(owner, run, one)).warning_details).toContainEqual({
    code: "contribution_overpaid",
    blocks: false,
    line: "pension",
    amount,
    month: null,
  });
  // Whoever settles the end reads the same beforehand, and as long as nothing is set against it.
  const overpaid = [{ scheme: "pension", amount: 2_520_000n }];
  const corrections = () => owner.call(getPayCorrections, { params: one });
  expect(await corrections()).toMatchObject({ left: true, overpaid_contributions: overpaid });
  await approvedRun(world, payroll, "2026-02", run);
  expect(await corrections()).toMatchObject({
    corrections: [],
    overpaid_contributions: overpaid,
  });
  await leave("2026-02-28", "900000.00");
  expect(await corrections()).toMatchObject({ overpaid_contributions: [] });
  const paid = await calculatedRun(world, payroll, "2026-02", off);
  expect(paid.warnings.map(({ code }) => code)).not.toContain("contribution_overpaid");
});
