import { addPayItem } from "@kontor/contract/employees/pay";
import { listPayslips } from "@kontor/contract/payroll/payslips";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { gratuity, leaveOn, returnOn } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  balancesByName,
  calculatedRun,
  openPayroll,
  outcomesOf,
  pathOfRun,
  payslipIn,
  setPay,
  runWithout,
  tryReverse,
  currentRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

describe("the months after", () => {
  test("continue the year, name arrears, and explain the difference to the kobo", async () => {
    const payroll = await openPayroll(world);
    const { owner } = payroll;
    const raised = await addPaid(payroll, "A-1", { basic: "300000.00" });
    const left = await addPaid(payroll, "A-2", { basic: "200000.00" });
    const january = await approvedRun(world, payroll, "2026-01");
    // Entered late: the raise was effective from the middle of January.
    await setPay(payroll, raised, "2026-01-16", { basic: "310000.00" });
    const joined = await addPaid(
      payroll,
      "A-3",
      { basic: "150000.00" },
      { start_date: "2026-02-09" },
    );
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect(draft.compared_with).toMatchObject({ id: january.id, period: "2026-01" });
    const one = await payslipIn(owner, draft, raised);
    const arrears = one.lines.find(({ code }) => code === "arrears:2026-01");
    // 16 of 31 days at ₦10,000 more.
    expect(arrears).toMatchObject({ label: "Arrears for January 2026", amount: 516_129n });
    expect(one.reasons).toEqual(["rate", "arrears", "statutory"]);
    expect(one.year_to_date.gross).toBe(30_000_000n + 31_000_000n + 516_129n);
    expect((await payslipIn(owner, draft, joined)).reasons).toEqual(["joiner"]);
    const query = { reason: "arrears" };
    const inArrears = await owner.call(listPayslips, { params: pathOfRun(draft), query });
    expect(inArrears.map(({ id }) => id)).toEqual([one.id]);
    const reasons = draft.variance.map(({ reason, people }) => [reason, people]);
    expect(reasons).toEqual([
      ["joiner", 1],
      ["rate", 1],
      ["arrears", 1],
      ["statutory", 1],
    ]);
    const sum = (of: "net" | "gross") =>
      draft.variance.reduce(
        (total, part) => total + (part[of].negative ? -part[of].amount : part[of].amount),
        0n,
      );
    expect(sum("net")).toBe(draft.net - january.net);
    expect(sum("gross")).toBe(draft.gross - january.gross);
    expect(draft.difference).toEqual({ amount: draft.net - january.net, negative: false });
    // An excluded employee counts with all of their pay.
    const without = await runWithout(payroll, draft, left);
    expect(without.variance.find(({ reason }) => reason === "left_out")).toMatchObject({
      people: 1,
      gross: { amount: 20_000_000n, negative: true },
    });
    expect(without.difference?.amount).toBe(
      without.net > january.net ? without.net - january.net : january.net - without.net,
    );
    // What was paid as arrears is not paid again.
    await approvedRun(world, payroll, "2026-02", without);
    const march = await calculatedRun(world, payroll, "2026-03");
    const third = await payslipIn(owner, march, raised);
    expect(third.lines.filter(({ code }) => code.startsWith("arrears"))).toEqual([]);
    expect(third.year_to_date.gross).toBe(30_000_000n + 31_000_000n + 516_129n + 31_000_000n);
  });

  test("an off-cycle run pays a month to an employee who was left out, and its items once", async () => {
    const payroll = await openPayroll(world);
    const { hr, owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "300000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const item = {
      name: "Bonus",
      kind: "EARNING",
      amount: "50000.00",
      taxable: true,
      pensionable: false,
    };
    await hr.call(addPayItem, {
      params: one,
      body: { ...item, from_month: "2026-02", to_month: "2026-02" },
    });
    for (const [name, kind] of [
      ["Responsibility", "EARNING"],
      ["Cooperative", "DEDUCTION"],
    ]) {
      await hr.call(addPayItem, {
        params: one,
        body: {
          ...item,
          name,
          kind,
          taxable: kind === "EARNING",
          from_month: "2026-02",
          to_month: null,
        },
      });
    }
    const draft = await calculatedRun(world, payroll, "2026-02");
    const payslip = await payslipIn(owner, draft, one);
    await approvedRun(world, payroll, "2026-02", await runWithout(payroll, draft, one));
    const off = { cycle: "OFF_CYCLE", title: "Left out of February", employee_ids: [one.id] };
    const late = await calculatedRun(world, payroll, "2026-02", off);
    const paid = await payslipIn(owner, late, one);
    const amounts = (lines: typeof paid.lines) => lines.map(({ code, amount }) => [code, amount]);
    // As the regular payslip would have been.
    expect(amounts(paid.lines)).toEqual(amounts(payslip.lines));
    expect([paid.net, paid.year_to_date]).toEqual([payslip.net, payslip.year_to_date]);
    await approvedRun(world, payroll, "2026-02", late);
    const again = await calculatedRun(world, payroll, "2026-02", off);
    expect(again.totals.gross).toBe(0n);
    // March's regular run corrects it like any other month.
    await setPay(payroll, one, "2026-02-01", { basic: "310000.00" });
    const march = await calculatedRun(world, payroll, "2026-03");
    const next = await payslipIn(owner, march, one);
    expect(next.lines.find(({ code }) => code === "arrears:2026-02")?.amount).toBe(1_000_000n);
    expect(next.gross.amount).toBe(31_000_000n + 1_000_000n + 5_000_000n);
  });

  test("an off-cycle run pays a month that later ones have passed over, and counts no month twice for its tax", async () => {
    const payroll = await openPayroll(world);
    const { owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "220000.00" });
    const other = await addPaid(payroll, "A-2", { basic: "220000.00" });
    const exclude = async (month: string) => {
      const draft = await calculatedRun(world, payroll, month);
      await approvedRun(world, payroll, month, await runWithout(payroll, draft, one));
    };
    await approvedRun(world, payroll, "2026-01");
    await exclude("2026-02");
    await approvedRun(world, payroll, "2026-03");
    const off = { cycle: "OFF_CYCLE", title: "February late", employee_ids: [one.id] };
    const late = await calculatedRun(world, payroll, "2026-02", off);
    const { lines, year_to_date } = await payslipIn(owner, late, one);
    expect(year_to_date.gross).toBe(3n * 22_000_000n);
    // A steady pay has the tax of a twelfth of its year; March had a little less, of eleven months.
    expect(lines.find(({ code }) => code === "paye")?.amount).toBe(2_046_000n);
    await approvedRun(world, payroll, "2026-02", late);
    const april = await calculatedRun(world, payroll, "2026-04");
    const years = [one, other].map(
      async (who) => (await payslipIn(owner, april, who)).year_to_date,
    );
    const [paidLate, punctual] = await Promise.all(years);
    expect({ ...paidLate, paye: 0n, net: 0n }).toEqual({ ...punctual, paye: 0n, net: 0n });
  });

  test("an off-cycle run pays people of a month that never had a regular run", async () => {
    const payroll = await openPayroll(world);
    const { owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "220000.00" });
    await approvedRun(world, payroll, "2026-02");
    const off = { cycle: "OFF_CYCLE", title: "January late", employee_ids: [one.id] };
    const late = await approvedRun(
      world,
      payroll,
      "2026-01",
      await calculatedRun(world, payroll, "2026-01", off),
    );
    expect((await payslipIn(owner, late, one)).gross.amount).toBe(22_000_000n);
    const again = await calculatedRun(world, payroll, "2026-01", off);
    expect(again.totals.gross).toBe(0n);
  });

  test("take a deduction in the month's regular run where an off-cycle run had nothing to take it from", async () => {
    const payroll = await openPayroll(world);
    const { hr, owner, preparer } = payroll;
    const [ade, bola] = [
      await addPaid(payroll, "A-1", { basic: "300000.00" }),
      await addPaid(payroll, "A-2", { basic: "300000.00" }),
    ];
    const add = (params: typeof ade, name: string, kind: string, taxable: boolean) =>
      hr.call(addPayItem, {
        params,
        body: {
          name,
          kind,
          taxable,
          amount: "50000.00",
          pensionable: false,
          from_month: "2026-03",
          to_month: "2026-03",
        },
      });
    await add(ade, "Phone not returned", "DEDUCTION", false);
    await add(bola, "Bonus", "EARNING", true);
    const off = { cycle: "OFF_CYCLE", title: "Bonuses" };
    const everybody = await calculatedRun(world, payroll, "2026-03", off);
    expect(everybody).toMatchObject({ people: 1, stale: false });
    const named = await calculatedRun(world, payroll, "2026-03", {
      ...off,
      employee_ids: [ade.id, bola.id],
    });
    expect((await payslipIn(preparer, named, ade)).deductions.amount).toBe(0n);
    await approvedRun(world, payroll, "2026-03", named);
    const regular = await calculatedRun(world, payroll, "2026-03");
    const { lines } = await payslipIn(owner, regular, ade);
    expect(lines.find(({ label }) => label === "Phone not returned")?.amount).toBe(5_000_000n);
  });

  test("pay the last month of somebody who is employed again from the next one", async () => {
    const payroll = await openPayroll(world);
    const { owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "310000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    await leaveOn(payroll, one, "2026-03-20");
    await returnOn(payroll, one, "2026-04-01");
    const march = await approvedRun(world, payroll, "2026-03");
    expect((await payslipIn(owner, march, one)).gross.amount).toBe(20_000_000n);
    const april = await calculatedRun(world, payroll, "2026-04");
    const { gross, lines } = await payslipIn(owner, april, one);
    expect(gross.amount).toBe(31_000_000n);
    expect(lines.filter(({ code }) => code.startsWith("arrears"))).toEqual([]);
  });
});

describe("a reversal", () => {
  test("restores books and year to date exactly, and frees the month", async () => {
    const payroll = await openPayroll(world);
    const { owner, preparer } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "300000.00" });
    await approvedRun(world, payroll, "2026-01");
    const before = await balancesByName(world, payroll);
    const february = await approvedRun(world, payroll, "2026-02");
    const march = await approvedRun(world, payroll, "2026-03");
    const built = await tryReverse(owner, february);
    expect(outcomesOf([built])).toEqual(["409 run_built_upon"]);
    const replies = await Promise.all([tryReverse(owner, march), tryReverse(owner, march)]);
    expect(outcomesOf(replies)).toEqual(["200", "409 changed_meanwhile"]);
    expect((await tryReverse(owner, await currentRun(owner, february))).status).toBe(200);
    expect(await balancesByName(world, payroll)).toEqual(before);
    const reversed = await currentRun(owner, february);
    expect(reversed).toMatchObject({ status: "REVERSED", next_step_refused: null });
    expect(reversed.events.at(-1)).toMatchObject({ event: "REVERSED", reason: "Wrong month" });
    expect(outcomesOf([await tryReverse(owner, reversed)])).toEqual(["409 run_not_reversible"]);
    const anew = await calculatedRun(world, payroll, "2026-02");
    expect(anew.number).toBe("PR-000004");
    expect(anew.net).toBe(february.net);
    const payslip = await payslipIn(owner, anew, one);
    expect(payslip.year_to_date.gross).toBe(60_000_000n);
    expect(outcomesOf([await tryReverse(owner, anew)])).toEqual(["409 run_not_reversible"]);
    const reasonless = await tryReverse(owner, anew, " ");
    expect([reasonless.status, reasonless.problem.errors?.[0]?.path]).toEqual([422, "reason"]);
    expect(outcomesOf([await tryReverse(preparer, anew)])).toEqual(["403 forbidden"]);
  });

  test("pay what was owed at the end of an employment once, whatever is recorded of it later", async () => {
    const payroll = await openPayroll(world);
    const { owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    await leaveOn(payroll, one, "2026-03-20", gratuity("500000.00"));
    const march = await approvedRun(world, payroll, "2026-03");
    expect((await payslipIn(owner, march, one)).lines.map(({ label }) => label)).toContain(
      "Gratuity",
    );
    await leaveOn(payroll, one, "2026-04-10", gratuity("500000.00"));
    const april = await calculatedRun(world, payroll, "2026-04");
    const { lines } = await payslipIn(owner, april, one);
    expect(lines.map(({ label }) => label)).not.toContain("Gratuity");
  });
});
