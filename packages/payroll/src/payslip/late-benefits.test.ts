import { describe, expect, it } from "vitest";

import { benefitLines, car, benefitsInput, payeAmounts, rates } from "../testing/benefits.ts";
import { amountOf, inputOf, item, naira, payslipsOf } from "../testing/payslip-inputs.ts";
import { emptyYearToDate, type OpeningBenefits } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

const repeated = (count: number, amount: number) =>
  Array.from({ length: count }, () => naira(amount));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

describe("benefits that are recorded late", () => {
  it("taxes earlier months at once in the month after a benefit was recorded", () => {
    const payslips = payslipsOf("2026-01", "2026-12", (month) =>
      benefitsInput(...(month >= "2026-04" ? [car()] : [])),
    );
    expect(benefitLines(payslips[3] as Payslip)).toEqual([
      ["benefit:1", "benefit", naira(100_000)],
      ["benefit:earlier", "benefit", naira(300_000)],
    ]);
    expect(payslips[3]?.lines.find(({ code }) => code === "benefit:earlier")).toMatchObject({
      inputs: [
        { name: "Benefits of the year through April 2026", value: "400,000.00" },
        { name: "Taxed on earlier payslips", value: "0.00" },
        { name: "Of this month", value: "100,000.00" },
      ],
      arithmetic: "400,000.00 − 0.00 − 100,000.00 = 300,000.00",
    });
    // Without the 300,000: 330,000 + 8.94m × 18% = 1,939,200; (1,939,200 − 444,300) ÷ 9 = 166,100.
    // They add 2,000,400 − 1,939,200 = 61,200.
    expect(payeAmounts(payslips)).toEqual([
      ...repeated(3, 148_100),
      naira(227_300),
      ...repeated(8, 166_100),
    ]);
    expect(total(payeAmounts(payslips))).toBe(naira(2_000_400));
  });

  it("gives back what was taxed of a benefit that was removed", () => {
    const payslips = payslipsOf("2026-01", "2026-12", (month) =>
      benefitsInput(...(month < "2026-04" ? [car()] : [])),
    );
    const april = payslips[3] as Payslip;
    expect(benefitLines(april)).toEqual([
      ["benefit:earlier", "benefit_correction", naira(300_000)],
    ]);
    expect(april.totals).toMatchObject({ benefits: naira(-300_000), taxable: naira(700_000) });
    // (1,831,200 − 500,100) ÷ 9 = 147,900, less 300,000 × 18%.
    expect(amountOf(april, "paye")).toBe(naira(93_900));
    expect(total(payeAmounts(payslips))).toBe(naira(1_777_200));
    expect(payslips.at(-1)?.yearToDate.benefits).toBe(0n);
  });

  it.each([
    // 500,100 − (2.86m − 800,000) × 15%, and 500,100 − (330,000 + 360,000 × 18%).
    ["too much", "2026-03", car({ to: "2026-01-31" }), "benefit_correction", 200_000, 191_100],
    ["too little", "2026-04", car({ value: naira(48_000_000) }), "benefit", 300_000, 105_300],
  ] as const)(
    "corrects what a leaver was taxed %s off cycle in %s, when no regular payslip follows",
    (_, period, now, kind, amount, overpaid) => {
      const [, , march] = payslipsOf("2026-01", "2026-03", () => benefitsInput(car()));
      const last = payslipOf(
        inputOf(period, {
          ...benefitsInput(now),
          cycle: { kind: "OFF_CYCLE", regularPaid: period === "2026-03" },
          employment: { start: "2020-01-01", exit: "2026-03-31" },
          yearToDate: march?.yearToDate ?? emptyYearToDate(2026),
        }),
      );
      expect(benefitLines(last)).toEqual([["benefit:earlier", kind, naira(amount)]]);
      expect([amountOf(last, "paye"), last.taxOverpaid]).toEqual([0n, naira(overpaid)]);
    },
  );

  it("taxes what was recorded after December off cycle, with a bonus", () => {
    const december = payslipsOf("2026-01", "2026-12", () => benefitsInput(car())).at(-1);
    const last = payslipOf(
      inputOf("2026-12", {
        ...benefitsInput(car({ value: naira(48_000_000) })),
        cycle: { kind: "OFF_CYCLE", regularPaid: true },
        items: [item({ key: "9", amount: naira(1_000_000) })],
        yearToDate: december?.yearToDate ?? emptyYearToDate(2026),
      }),
    );
    expect(benefitLines(last)).toEqual([["benefit:earlier", "benefit", naira(1_200_000)]]);
    // 12m + 2.4m + 1m − 960,000 = 14.44m: 1,950,000 + 2.44m × 21% = 2,462,400, less 2,000,400.
    expect(amountOf(last, "paye")).toBe(naira(462_000));
  });

  it("does not tax months of the opening figures at once, whose tax includes them", () => {
    const opening = {
      ...emptyYearToDate(2026),
      gross: naira(6_000_000),
      taxable: naira(6_000_000),
      pension: naira(480_000),
      paye: naira(1_000_200),
    };
    const july = payslipOf(
      inputOf("2026-07", {
        rates,
        benefits: {
          given: [car()],
          opening: { through: "2026-06", pay: naira(6_000_000), benefits: null },
        },
        yearToDate: opening,
      }),
    );
    expect(benefitLines(july)).toEqual([
      ["benefit:1", "benefit", naira(100_000)],
      ["benefit:earlier", "benefit", naira(600_000)],
    ]);
    expect(amountOf(july, "paye")).toBe(naira(166_700));
    // Those of another year do not affect this one.
    const late = (figures: OpeningBenefits | null) =>
      payslipOf(inputOf("2026-07", { rates, benefits: { given: [car()], opening: figures } }));
    const other = { through: "2025-12", pay: naira(12_000_000), benefits: null } as const;
    expect(payeAmounts([late(other)])).toEqual(payeAmounts([late(null)]));
  });

  it("taxes a month that is paid late once", () => {
    const benefits = benefitsInput(car());
    const january = payslipOf(inputOf("2026-01", benefits));
    const { yearToDate } = january;
    const march = payslipOf(inputOf("2026-03", { ...benefits, yearToDate }));
    expect(march.totals.benefits).toBe(naira(200_000));
    const february = payslipOf(
      inputOf("2026-02", { ...benefits, yearToDate: march.yearToDate, paidLater: ["2026-03"] }),
    );
    expect(february.totals.benefits).toBe(0n);
    expect(february.yearToDate.benefits).toBe(naira(300_000));
    // One of ten payslips to come: (2,000,400 − 166,700 − 182,290) ÷ 10.
    expect(payeAmounts([march, february])).toEqual([naira(182_290), naira(165_141)]);
  });

  it("keeps what a later month was taxed of a benefit that began in it", () => {
    const benefits = benefitsInput(car({ from: "2026-03-01" }));
    const { yearToDate } = payslipOf(inputOf("2026-01", benefits));
    const march = payslipOf(inputOf("2026-03", { ...benefits, yearToDate }));
    expect(march.totals.benefits).toBe(naira(100_000));
    const february = payslipOf(
      inputOf("2026-02", { ...benefits, yearToDate: march.yearToDate, paidLater: ["2026-03"] }),
    );
    expect(february.totals.benefits).toBe(0n);
  });
});
