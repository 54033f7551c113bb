import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { defaultPayrollSettings } from "../pay/settings.ts";
import { amountOf, inputOf, item, naira, payslipsOf, rate } from "../testing/payslip-inputs.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

/* ₦300,000 a month, of which the employee contributes ₦24,000 and the employer ₦30,000. */

const leave = (amount: number) =>
  item({ label: "Unpaid leave", kind: "deduction", pensionable: true, amount: naira(amount) });

const contributions = (payslip: Payslip) =>
  ["pension", "pension_employer", "nsitf"].map((code) => amountOf(payslip, code));

describe("unpaid leave that lowers pensionable pay", () => {
  it("of a whole month leaves no pay, no contributions and no tax", () => {
    const payslip = payslipOf(inputOf("2026-03", { items: [leave(300_000)] }));
    expect(contributions(payslip)).toEqual([0n, 0n, 0n]);
    expect(amountOf(payslip, "paye")).toBe(0n);
    expect(payslip.totals).toMatchObject({ gross: 0n, deductions: 0n, net: 0n });
    expect(payslip.warnings.map(({ code, blocks }) => [code, blocks])).toEqual([
      ["nothing_to_pay", false],
    ]);
  });

  it("of half a month leaves half of the contributions", () => {
    const payslip = payslipOf(inputOf("2026-03", { items: [leave(150_000)] }));
    expect(contributions(payslip)).toEqual([naira(12_000), naira(15_000), naira(1_500)]);
  });

  it("leaves the pay of other months and their contributions as they are", () => {
    const [march, april] = payslipsOf("2026-03", "2026-04", (month) => ({
      items: month === "2026-03" ? [leave(400_000)] : [],
    }));
    expect(march?.baseCredit.pension).toBe(0n);
    expect(april && contributions(april)).toEqual([naira(24_000), naira(30_000), naira(3_000)]);
  });

  it("leaves no negative pay in whichever month of the year it is", () => {
    const month = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(month, fc.integer({ min: 70_000, max: 5_000_000 }), (away, pay) => {
        const payslips = payslipsOf("2026-01", "2026-12", (each) => ({
          rates: [rate("2020-01-01", pay)],
          items: Number(each.slice(5)) === away ? [leave(pay)] : [],
        }));
        const payslip = payslips[away - 1];
        expect(payslip?.totals.net).toBe(0n);
        expect(payslip && contributions(payslip)).toEqual([0n, 0n, 0n]);
      }),
    );
  });

  it("of a whole month leaves no contribution on basic either, and of a part at most on what is left", () => {
    const onBasic = { active: true, base: "basic" } as const;
    const terms = {
      settings: { ...defaultPayrollSettings, nhf: onBasic, nsitf: onBasic, itf: onBasic },
      nhfConsent: true,
      rates: [rate("2020-01-01", 200_000, 60_000, 40_000)],
    };
    const lines = (amount: number) => {
      const payslip = payslipOf(inputOf("2026-03", { ...terms, items: [leave(amount)] }));
      return ["nhf", "nsitf", "itf"].map((code) => amountOf(payslip, code));
    };
    expect(lines(300_000)).toEqual([0n, 0n, 0n]);
    expect(lines(150_000)).toEqual([3_750, 1_500, 1_500].map(naira));
    expect(lines(60_000)).toEqual([5_000, 2_000, 2_000].map(naira));
    const whole = payslipOf(inputOf("2026-03", { ...terms, items: [leave(300_000)] }));
    expect(whole.totals.net).toBe(0n);
  });

  it("says which pay a changed deduction is taken from", () => {
    const [before, now] = (["before", "now"] as const).map((reclassified) =>
      item({
        key: reclassified,
        label: "Leave",
        kind: "deduction",
        pensionable: reclassified === "now",
        amount: naira(reclassified === "now" ? 30_000 : 0),
        paid: naira(reclassified === "now" ? 0 : 30_000),
        until: "2026-02",
        reclassified,
      }),
    );
    if (before === undefined || now === undefined) throw new Error("an item has two parts");
    const payslip = payslipOf(inputOf("2026-03", { items: [before, now] }));
    expect(payslip.lines.slice(1, 3).map(({ label, kind }) => [label, kind])).toEqual([
      ["Leave (February 2026): deducted from taxable pay, given back", "earning"],
      ["Leave (February 2026): deducted from taxable and pensionable pay instead", "reduction"],
    ]);
    // 8% of 300,000 less 30,000.
    expect(amountOf(payslip, "pension")).toBe(naira(21_600));
  });
});
