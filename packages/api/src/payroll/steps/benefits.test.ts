import { addBenefit, removeBenefit } from "@kontor/contract/employees/benefits";
import { saveOpeningFigures } from "@kontor/contract/employees/pay";
import { payrollRegisterReport } from "@kontor/contract/pay-reports/payroll-register";
import { statutoryScheduleReport } from "@kontor/contract/pay-reports/statutory-schedules";
import { getPayslipPdf } from "@kontor/contract/payroll/payslips";
import { afterAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  bonusRun,
  calculatedRun,
  currentRun,
  openPayroll,
  payslipIn,
  recalculatedRun,
  type PaidEmployee,
  type TestPayroll,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

const million = { basic: "1000000.00" };
const car = {
  name: "Official car",
  kind: "ASSET",
  value: "24000000.00",
  employee_pays: "0.00",
  from_date: "2026-01-01",
  to_date: null,
};
const flat = { ...car, name: "Flat", kind: "HOUSING", value: "3600000.00" };

function give({ hr }: TestPayroll, params: PaidEmployee, body: object = car) {
  return hr.call(addBenefit, { params, body });
}

/** The amount of each line that is not zero, by code, in naira. */
function linesOf({ lines }: Awaited<ReturnType<typeof payslipIn>>): Record<string, number> {
  return Object.fromEntries(
    lines
      .filter(({ amount }) => amount > 0n)
      .map(({ code, amount }) => [code, Number(amount) / 100]),
  );
}

test("raise PAYE of a payslip, and neither its pay nor its contributions nor the wages in the books", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  const other = await addPaid(payroll, "A-2", million);
  const { id } = await give(payroll, driver);
  const run = await approvedRun(world, payroll, "2026-01");
  const [own, without] = [
    await payslipIn(payroll.preparer, run, driver),
    await payslipIn(payroll.preparer, run, other),
  ];
  // See the arithmetic of both in the rules: 148,100 without and 166,700 with the car.
  const same = { basic: 1_000_000, pension: 80_000, pension_employer: 100_000, nsitf: 10_000 };
  expect(linesOf(without)).toEqual({ ...same, paye: 148_100 });
  expect(linesOf(own)).toEqual({ ...same, paye: 166_700, [`benefit:${id}`]: 100_000 });
  expect(own.gross).toEqual(without.gross);
  expect(own.net.amount).toBe(75_330_000n);
  expect(own.year_to_date).toMatchObject({
    gross: 100_000_000n,
    benefits: 10_000_000n,
    taxable: 110_000_000n,
    paye: 16_670_000n,
  });
  const { tenant_id, company_id } = run;
  const params = { tenant_id, company_id, id: run.id, payslip_id: own.id };
  const pdf = await download(world, payroll.preparer, getPayslipPdf, { params });
  for (const text of [
    "Benefits in kind",
    "Official car",
    "Taxed by PAYE, but not paid and not in gross pay.",
    "Taxable includes benefits in kind of ₦100,000.00.",
  ]) {
    expect(pdfText(pdf.bytes)).toContain(text);
  }
  const shown = await currentRun(payroll.preparer, run);
  expect(shown.totals).toMatchObject({
    gross: 200_000_000n,
    benefits: { amount: 10_000_000n, negative: false },
    paye: 31_480_000n,
  });
  // The books have the wages of money only, and the tax that is owed.
  const balances = Object.entries(await balancesByName(world, payroll));
  const positive = balances.filter(([, balance]) => balance > 0n);
  const wages = positive.reduce((total, [, balance]) => total + balance, 0n);
  // 2 × (1,000,000 + 100,000 + 10,000)
  expect(wages).toBe(222_000_000n);
  expect(balances.find(([name]) => name.includes("PAYE"))?.[1]).toBe(-31_480_000n);
});

test("are in the gross of the PAYE schedule and of the yearly return, and beside it in the register", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  await give(payroll, driver);
  await give(payroll, driver, flat);
  await approvedRun(world, payroll, "2026-01");
  const { owner } = payroll;
  const schedule = async (kind: string, period: string) =>
    (await owner.call(statutoryScheduleReport.read, { query: { kind, period } })).rows[0];
  // The flat is worth 300,000, at most 20% of 1.1m.
  const paye = await schedule("PAYE", "2026-01");
  expect(paye?.gross.amount).toBe(132_000_000n);
  const nsitf = await schedule("NSITF", "2026-01");
  expect([nsitf?.gross.amount, nsitf?.amount]).toEqual([100_000_000n, 1_000_000n]);
  const yearly = await schedule("H1", "2026");
  expect([
    yearly?.gross.amount,
    yearly?.reliefs,
    yearly?.chargeable.amount,
    yearly?.amount,
  ]).toEqual([132_000_000n, 8_000_000n, 124_000_000n, paye?.amount]);
  const { rows, totals } = await owner.call(payrollRegisterReport.read, {
    query: { tenant_id: payroll.home.tenant_id, period: "2026-01" },
  });
  expect(rows[0]).toMatchObject({
    gross: { amount: 100_000_000n },
    benefits: { amount: 32_000_000n, negative: false },
  });
  expect(totals.benefits.amount).toBe(32_000_000n);
});

test("that are recorded late are taxed at once by the next payroll, and taken back when removed", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  await approvedRun(world, payroll, "2026-01");
  const draft = await calculatedRun(world, payroll, "2026-02");
  const { id } = await give(payroll, driver);
  const outdated = await currentRun(payroll.preparer, draft);
  expect(outdated.changes).toEqual(["The benefits in kind of Okafor A-1, Ada have changed."]);
  const february = await recalculatedRun(world, payroll, draft);
  const payslip = await payslipIn(payroll.preparer, february, driver);
  expect(linesOf(payslip)).toMatchObject({
    [`benefit:${id}`]: 100_000,
    "benefit:earlier": 100_000,
    // Without January’s 100,000 12.14m: 1,979,400; (1,979,400 − 148,100) ÷ 11 = 166,481.818…; and 21,000 at once.
    paye: 187_481.82,
  });
  await approvedRun(world, payroll, "2026-02", february);
  await payroll.hr.call(removeBenefit, { params: { ...driver, benefit_id: id } });
  const march = await calculatedRun(world, payroll, "2026-03");
  const back = await payslipIn(payroll.preparer, march, driver);
  expect(back.lines.find(({ code }) => code === "benefit:earlier")).toMatchObject({
    kind: "benefit_correction",
    amount: 20_000_000n,
  });
  expect(back.year_to_date).toMatchObject({ benefits: 0n, taxable: 300_000_000n });
  expect(march.totals.benefits).toEqual({ amount: 20_000_000n, negative: true });
  await approvedRun(world, payroll, "2026-03", march);
});

test("leave an off-cycle run to what it pays, and come with the regular payslip", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  const { id } = await give(payroll, driver);
  const bonus = await bonusRun(world, payroll, driver, { period: "2026-01", amount: "100000.00" });
  const first = await payslipIn(payroll.preparer, bonus, driver);
  // 12.24m and 100,000 more at 21%.
  expect(linesOf(first)).toMatchObject({ paye: 21_000 });
  expect(first.lines.some(({ kind }) => kind === "benefit")).toBe(false);
  await approvedRun(world, payroll, "2026-01", bonus);
  const regular = await approvedRun(world, payroll, "2026-01");
  const second = await payslipIn(payroll.preparer, regular, driver);
  expect(linesOf(second)).toMatchObject({ paye: 166_700, [`benefit:${id}`]: 100_000 });
});

test("of months in the opening figures are counted, and their tax is not due again", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  await payroll.hr.call(saveOpeningFigures, {
    params: { ...driver, year: 2026 },
    // Two months with the tax on the car.
    body: {
      through_month: "2026-02",
      gross: "2000000.00",
      benefits: null,
      pension: "160000.00",
      nhf: "0.00",
      tax: "333400.00",
    },
  });
  const { id } = await give(payroll, driver);
  const march = await approvedRun(world, payroll, "2026-03");
  const payslip = await payslipIn(payroll.preparer, march, driver);
  expect(linesOf(payslip)).toMatchObject({
    paye: 166_700,
    [`benefit:${id}`]: 100_000,
    "benefit:earlier": 200_000,
  });
  const { rows } = await payroll.owner.call(statutoryScheduleReport.read, {
    query: { kind: "H1", period: "2026" },
  });
  expect([rows[0]?.gross.amount, rows[0]?.amount]).toEqual([330_000_000n, 50_010_000n]);
});

test("that the opening figures state settle their months, and records count from the next", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", million);
  const opening = {
    through_month: "2026-02",
    gross: "2000000.00",
    benefits: "200000.00",
    pension: "160000.00",
    nhf: "0.00",
    tax: "333400.00",
  };
  const params = { ...driver, year: 2026 };
  await payroll.hr.call(saveOpeningFigures, { params, body: { ...opening, benefits: null } });
  const { id } = await give(payroll, driver);
  const draft = await calculatedRun(world, payroll, "2026-03");
  const state = (benefits: string, version: number) =>
    payroll.hr.call(saveOpeningFigures, { params, body: { ...opening, benefits, version } });
  // Zero is in no sum, but settles the months.
  await state("0.00", 1);
  const outdated = await currentRun(payroll.preparer, draft);
  expect(outdated.changes).toEqual(["The benefits in kind of Okafor A-1, Ada have changed."]);
  await state("200000.00", 2);
  const march = await approvedRun(
    world,
    payroll,
    "2026-03",
    await recalculatedRun(world, payroll, draft),
  );
  const payslip = await payslipIn(payroll.preparer, march, driver);
  // 166,700 a month is the tax of 12m with a car of 1.2m a year.
  expect(linesOf(payslip)).toMatchObject({ paye: 166_700, [`benefit:${id}`]: 100_000 });
  expect(payslip.lines.filter(({ kind }) => kind.startsWith("benefit"))).toHaveLength(1);
  const { rows } = await payroll.owner.call(statutoryScheduleReport.read, {
    query: { kind: "H1", period: "2026" },
  });
  // 3m of pay and 300,000 of benefits, less 240,000 of pension.
  expect(rows[0]).toMatchObject({
    gross: { amount: 330_000_000n },
    chargeable: { amount: 306_000_000n },
    amount: 50_010_000n,
  });
});

test("whose tax the pay cannot bear warn, and do not block the run", async () => {
  const payroll = await openPayroll(world);
  const driver = await addPaid(payroll, "A-1", { basic: "50000.00" });
  await give(payroll, driver, { ...car, value: "240000000.00" });
  const run = await calculatedRun(world, payroll, "2026-01");
  const payslip = await payslipIn(payroll.preparer, run, driver);
  expect(payslip.net.amount).toBe(0n);
  expect(payslip.warning_details.map(({ code, blocks }) => [code, blocks])).toEqual([
    ["below_minimum_wage", false],
    ["tax_beyond_pay", false],
    ["nothing_to_pay", false],
  ]);
  expect((await approvedRun(world, payroll, "2026-01", run)).status).not.toBe("DRAFT");
});
