import { describe, expect, it } from "vitest";

import type { Arrears } from "../pay/arrears.ts";
import { amountOf, inputOf, item, naira, rate } from "../testing/payslip-inputs.ts";
import type { PayslipInput } from "./input.ts";
import { payslipOf, type Payslip } from "./payslip.ts";
import { CREDIT_INPUTS } from "./statutory-lines.ts";

/*
 * ₦300,000 were paid for March. An off-cycle run in which ₦400,000 of gratuity are due recovers
 * ₦120,000 of them; a later one pays them again.
 */

const settings = {
  ...inputOf("2026-03").settings,
  nhf: { active: true, base: "basic" },
  itf: { active: true, base: "basic" },
} as const;

const march = (amount: number): Arrears => ({ month: "2026-03", pay: rate("", amount) });

function offCycle(changes: Partial<PayslipInput>): Payslip {
  const cycle = { kind: "OFF_CYCLE", regularPaid: true } as const;
  return payslipOf(inputOf("2026-03", { cycle, settings, nhfConsent: true, ...changes }));
}

const contributions = (payslip: Payslip) =>
  ["pension", "nhf", "pension_employer", "nsitf", "itf"].map((code) => amountOf(payslip, code));
const traceOf = ({ lines }: Payslip, code: string) => lines.find((line) => line.code === code);

describe("pay that is taken back and paid again", () => {
  const gratuity = item({ label: "Gratuity", amount: naira(400_000) });
  const back = offCycle({ items: [gratuity], arrears: [march(-120_000)] });

  it("lowers no contribution below zero and leaves a credit by scheme", () => {
    // NSITF is 1% of gross, 400,000 − 120,000; the other bases are basic, of which nothing is left.
    expect(contributions(back)).toEqual([0n, 0n, 0n, naira(2_800), 0n]);
    const credit = naira(120_000);
    expect(back.baseCredit).toEqual({ pension: credit, nhf: credit, nsitf: 0n, itf: credit });
    expect(traceOf(back, "pension")?.inputs).toContainEqual({
      name: "Pay taken back that lowers the base of later payslips",
      value: "120,000.00",
    });
  });

  it("bears no contribution a second time", () => {
    const again = offCycle({ arrears: [march(120_000)], baseCredit: back.baseCredit });
    expect(contributions(again)).toEqual([0n, 0n, 0n, naira(1_200), 0n]);
    expect(again.baseCredit).toEqual({ pension: 0n, nhf: 0n, nsitf: 0n, itf: 0n });
    expect(traceOf(again, "pension")?.arithmetic).toBe("(120,000.00 − 120,000.00) × 8% = 0.00");
  });

  it("lowers the contributions of the next regular pay, and not those of the forecast", () => {
    const next = payslipOf(
      inputOf("2026-04", { settings, nhfConsent: true, baseCredit: back.baseCredit }),
    );
    // 8%, 2.5%, 10% and 1% of 180,000; NSITF of 300,000.
    const expected = [14_400, 4_500, 18_000, 3_000, 1_800].map(naira);
    expect(contributions(next)).toEqual(expected);
    const inputs = new Map(traceOf(next, "paye")?.inputs.map(({ name, value }) => [name, value]));
    // 10.5% of 300,000 in each of the eight months that follow; 12,600 less than that now.
    expect(inputs.get("Contributions still to come this year")).toBe("252,000.00");
    expect(inputs.get("Contributions on one-off pay")).toBe("-12,600.00");
  });

  it("keeps a credit while its contribution is switched off", () => {
    const without = offCycle({
      nhfConsent: false,
      pensionExemption: "FOREIGN_EMPLOYEE",
      items: [gratuity],
      baseCredit: back.baseCredit,
    });
    expect(without.baseCredit).toMatchObject({ pension: naira(120_000), nhf: naira(120_000) });
    const off = { ...settings, nsitf: { ...settings.nsitf, active: false } };
    const employer = offCycle({
      settings: { ...off, itf: { ...settings.itf, active: false } },
      items: [gratuity],
      baseCredit: { ...back.baseCredit, nsitf: naira(5), itf: naira(7) },
    });
    expect(employer.baseCredit).toMatchObject({ nsitf: naira(5), itf: naira(7) });
    expect(contributions(employer).slice(-2)).toEqual([0n, 0n]);
    // The line states what it leaves, from which the check of the books adds up the credits.
    expect(traceOf(without, "pension")?.inputs).toEqual([
      { name: CREDIT_INPUTS.before, value: "120,000.00" },
      { name: CREDIT_INPUTS.after, value: "120,000.00" },
    ]);
  });

  it("is a warning by scheme for a leaver, who has no later pay to set it against", () => {
    const leaver = { employment: { start: "2025-01-01", exit: "2026-03-31" } };
    const given = { items: [gratuity], arrears: [march(-120_000)] };
    const overpaid = ({ warnings }: Payslip) =>
      warnings.flatMap(({ code, line, amount, blocks }) =>
        code === "contribution_overpaid" ? [[line, amount, blocks]] : [],
      );
    // 18%, 2.5% and 1% of 120,000; the gratuity lowered the base of NSITF.
    expect(overpaid(offCycle({ ...given, ...leaver }))).toEqual([
      ["pension", naira(21_600), false],
      ["nhf", naira(3_000), false],
      ["itf", naira(1_200), false],
    ]);
    const onBasic = { ...settings, nsitf: { active: true, base: "basic" } } as const;
    const nsitf = ["nsitf", naira(1_200), false];
    expect(overpaid(offCycle({ ...given, ...leaver, settings: onBasic }))).toContainEqual(nsitf);
    expect(overpaid(back)).toEqual([]);
    expect(overpaid(offCycle({ ...given, ...leaver, returned: true }))).toEqual([]);
    const stays = { employment: { start: "2025-01-01", exit: "2026-04-01" } };
    expect(overpaid(offCycle({ ...given, ...stays }))).toEqual([]);
    const again = { arrears: [march(120_000)], baseCredit: back.baseCredit };
    expect(overpaid(offCycle({ ...again, ...leaver }))).toEqual([]);
  });
});
