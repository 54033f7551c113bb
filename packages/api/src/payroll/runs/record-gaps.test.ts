import { getEmployee, saveStatutory } from "@kontor/contract/employees/employees";
import { claimRelief, decideRelief, saveOpeningFigures } from "@kontor/contract/employees/pay";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import * as runs from "@kontor/contract/payroll/runs";
import { calculateRun } from "@kontor/contract/payroll/steps";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  openPayroll,
  pathOfRun,
  payslipIn,
  runCalculations,
  type TestRun,
} from "../../testing/payroll.ts";
import { formOf } from "../../testing/valid-requests.ts";

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
  const run = await calculatedRun(world, payroll, "2026-01");
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
  expect((await approvedRun(world, payroll, "2026-01", again)).gaps).toEqual([]);
});

test("a run names who was employed in earlier months of the year that nothing includes", async () => {
  const payroll = await openPayroll(world);
  const { hr, preparer } = payroll;
  const pay = { basic: "100000.00" };
  const staff = (number: string, start_date: string) =>
    addPaid(payroll, number, pay, { start_date });
  const early = await staff("A-1", "2025-06-01");
  await staff("A-2", "2026-03-10");
  const figured = await staff("A-3", "2026-01-15");
  const late = await staff("A-4", "2026-02-28");
  const save = (params: object, through_month: string, version?: number) => {
    const amounts = { gross: "100000.00", benefits: null, pension: "0", nhf: "0", tax: "0" };
    const body = { through_month, ...amounts, ...(version === undefined ? {} : { version }) };
    return hr.call(saveOpeningFigures, { params: { ...params, year: 2026 }, body });
  };
  await save(figured, "2026-02");
  const named = (run: TestRun) =>
    run.gaps
      .filter(({ gap }) => gap === "opening_figures")
      .flatMap(({ employees }) => employees.map(({ employee_id }) => employee_id));
  const run = await calculatedRun(world, payroll, "2026-03");
  expect(named(run)).toEqual([early.id, late.id]);
  // Figures that end before the last month without a run leave a gap.
  await save(early, "2026-01");
  const again = () => preparer.call(runs.getRun, { params: pathOfRun(run) });
  expect(named(await again())).toEqual([early.id, late.id]);
  await save(early, "2026-02", 1);
  expect(named(await again())).toEqual([late.id]);
  // The month of the first run is paid, so the second run is about the same earlier months.
  const body = { version: run.version };
  await preparer.call(calculateRun, { params: pathOfRun(run), body });
  await runCalculations(world);
  await approvedRun(world, payroll, "2026-03", await again());
  expect(named(await calculatedRun(world, payroll, "2026-04"))).toEqual([late.id]);
});

test("a run in January needs no opening figures", async () => {
  const payroll = await openPayroll(world);
  await addPaid(payroll, "A-1", { basic: "100000.00" }, { start_date: "2024-06-01" });
  const { gaps } = await calculatedRun(world, payroll, "2026-01");
  expect(gaps.map(({ gap }) => gap)).not.toContain("opening_figures");
});

test("a run names whose reliefs for its year wait for approval", async () => {
  const payroll = await openPayroll(world);
  const { hr, owner, preparer } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "900000.00" });
  const another = await addPaid(payroll, "A-2", { basic: "900000.00" });
  const claim = (params: object, year: number) => {
    const none = { life_premium: "0.00", owner_occupier_interest: "0.00", nhis: "0.00" };
    const body = formOf({ year, rent: "600000.00", ...none }, {});
    return hr.call(claimRelief, { params, body });
  };
  const { id } = await claim(one, 2026);
  await claim(another, 2025);
  const run = await calculatedRun(world, payroll, "2026-01");
  const waiting = ({ gaps }: Pick<TestRun, "gaps">) =>
    gaps.find(({ gap }) => gap === "relief_approval");
  expect(waiting(run)).toEqual({
    gap: "relief_approval",
    people: 1,
    employees: [{ employee_id: one.id, name: "Okafor A-1, Ada" }],
  });
  const params = { ...one, relief_id: id };
  await owner.call(decideRelief, { params, body: { approve: true } });
  const after = await preparer.call(runs.getRun, { params: pathOfRun(run) });
  expect(waiting(after)).toBeUndefined();
  expect(after.stale).toBe(true);
});

test("a run names the leaver whose contributions were made on pay that is taken back", async () => {
  const payroll = await openPayroll(world);
  const { owner } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "280000.00" });
  await leaveOn(payroll, one, "2026-02-28", gratuity("500000.00"));
  await approvedRun(world, payroll, "2026-01");
  await approvedRun(world, payroll, "2026-02");
  await leaveOn(payroll, one, "2026-02-14", gratuity("900000.00"));
  const off = { cycle: "OFF_CYCLE", title: "Leavers", employee_ids: [one.id] };
  const run = await calculatedRun(world, payroll, "2026-02", off);
  // ₦140,000 of basic: 8% and 10% of pension. NSITF is 1% of gross, which the gratuity kept above zero.
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
  // The corrections on the employee's page show the same before the run and until something is deducted for
  // it.
  const overpaid = [{ scheme: "pension", amount: 2_520_000n }];
  const corrections = () => owner.call(getPayCorrections, { params: one });
  expect(await corrections()).toMatchObject({ left: true, overpaid_contributions: overpaid });
  await approvedRun(world, payroll, "2026-02", run);
  expect(await corrections()).toMatchObject({
    corrections: [],
    overpaid_contributions: overpaid,
  });
  await leaveOn(payroll, one, "2026-02-28", gratuity("900000.00"));
  expect(await corrections()).toMatchObject({ overpaid_contributions: [] });
  const paid = await calculatedRun(world, payroll, "2026-02", off);
  expect(paid.warnings.map(({ code }) => code)).not.toContain("contribution_overpaid");
});

test("nobody contributes for people outside the pension scheme, or is asked for their details", async () => {
  const payroll = await openPayroll(world);
  const { hr, owner, preparer } = payroll;
  const recorded = { state_id: 24, pfa: "leadway" };
  const pension_exemption = "FOREIGN_EMPLOYEE";
  const start_date = "2026-02-01";
  const outside = await addPaid(
    payroll,
    "A-1",
    { basic: "300000.00" },
    { state_id: 24, tax_id: "3234567890123", pension_exemption, start_date },
  );
  const inside = await addPaid(
    payroll,
    "A-2",
    { basic: "300000.00" },
    { ...recorded, rsa_pin: "PEN300123456789", tax_id: "3234567890124", start_date },
  );
  const exempt = async (employee: typeof outside, to: string | null) => {
    const { version } = await hr.call(getEmployee, { params: employee });
    const body = { pension_exemption: to, version };
    await hr.call(saveStatutory, { params: employee, body });
  };
  const pensionOf = async (run: TestRun, employee: typeof outside) => {
    const { lines } = await payslipIn(owner, run, employee);
    return lines.flatMap(({ code, amount, rule }) =>
      code.startsWith("pension") ? [[code, amount, rule.name]] : [],
    );
  };
  const employee = "Employee’s part of basic, housing and transport, with pensionable items";
  const employer = employee.replace("Employee", "Employer");
  const contributed = [
    ["pension", 2_400_000n, employee],
    ["pension_employer", 3_000_000n, employer],
  ];

  const february = await calculatedRun(world, payroll, "2026-02");
  expect(february.gaps).toEqual([]);
  expect(february.totals).toMatchObject({
    pension_employee: 2_400_000n,
    pension_employer: 3_000_000n,
  });
  expect(await pensionOf(february, outside)).toEqual([
    ["pension", 0n, "Outside the pension scheme: foreign employee"],
  ]);
  expect(await pensionOf(february, inside)).toEqual(contributed);
  const paye = async (of: typeof outside) => {
    const { lines } = await payslipIn(owner, february, of);
    return lines.find(({ code }) => code === "paye");
  };
  // Without the relief for contributions: the tax of ₦3,600,000, of which January has passed unpaid.
  expect((await paye(outside))?.inputs.map(({ name }) => name)).not.toContain(
    "Contributions on regular pay on this payslip",
  );
  expect((await paye(outside))?.amount).toBeGreaterThan((await paye(inside))?.amount ?? 0n);

  await exempt(inside, "SMALL_EMPLOYER");
  const changed = await preparer.call(runs.getRun, { params: pathOfRun(february) });
  expect(changed.changes).toEqual(["The pension exemption of Okafor A-2, Ada has changed."]);
  await exempt(inside, null);
  await approvedRun(world, payroll, "2026-02", february);
  const schedule = await owner.call(statutoryScheduleReport.read, {
    query: { kind: "PENSION", period: "2026-02", tenant_id: payroll.home.tenant_id },
  });
  expect(schedule.rows.map(({ employee_id }) => employee_id)).toEqual([inside.id]);

  // A change takes effect from the next payroll on: what is posted stays, and no arrears are paid.
  await exempt(outside, null);
  await exempt(inside, "EXEMPT_BY_LAW");
  expect(await pensionOf(february, outside)).toHaveLength(1);
  expect(await owner.call(getPayCorrections, { params: outside })).toMatchObject({
    corrections: [],
  });
  const march = await calculatedRun(world, payroll, "2026-03");
  expect(march.gaps.map(({ gap, people }) => [gap, people])).toEqual([
    ["rsa_pin", 1],
    ["pfa", 1],
  ]);
  expect(await pensionOf(march, outside)).toEqual(contributed);
  expect(await pensionOf(march, inside)).toEqual([
    ["pension", 0n, "Outside the pension scheme: exempt by law"],
  ]);
  const { year_to_date, variance } = await payslipIn(owner, march, inside);
  expect(year_to_date.pension).toBe(2_400_000n);
  expect(variance.map(({ reason }) => reason)).toEqual(["statutory"]);
  await approvedRun(world, payroll, "2026-03", march);
});
