import { kobo } from "@kontor/books/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { inputOf, item, naira } from "../testing/payslip-inputs.ts";
import { payslipOf, type Payslip } from "./payslip.ts";

const offCycle = (...items: Parameters<typeof item>[0][]): Payslip =>
  payslipOf(
    inputOf("2026-03", {
      cycle: { kind: "OFF_CYCLE", regularPaid: true },
      employment: { start: "2020-01-01", exit: "2026-03-31" },
      items: items.map((each, index) => item({ key: String(index + 1), ...each })),
    }),
  );

const linesOf = ({ lines }: Payslip) =>
  lines
    .filter(({ origin }) => origin === "one_off")
    .map(({ label, kind, amount }) => [label, kind, amount]);

describe("what comes once and was paid before", () => {
  it.each([
    [{ kind: "earning" }, 500, 300, "Item: still owed", "earning", 200],
    [{ kind: "earning" }, 300, 500, "Item: paid too much", "reduction", 200],
    [{ kind: "earning", taxable: false }, 0, 500, "Item: paid too much", "reduction", 500],
    [{ kind: "deduction" }, 500, 300, "Item: still owed", "reduction", 200],
    [{ kind: "deduction" }, 300, 500, "Item: deducted too much", "earning", 200],
    [{ kind: "deduction", taxable: false }, 300, 500, "Item: deducted too much", "refund", 200],
  ] as const)("%j of %i naira, %i of them paid", (is, amount, paid, label, kind, due) => {
    const payslip = offCycle({ ...is, amount: naira(amount), paid: naira(paid) });
    expect(linesOf(payslip)).toEqual([[label, kind, naira(due)]]);
    const sign = amount < paid ? "-" : "";
    const terms = [amount, paid].map((each) => `${String(each)}.00`).join(" − ");
    const line = payslip.lines.find(({ origin }) => origin === "one_off");
    const difference = `${sign}${String(due)}.00`;
    expect(line?.arithmetic).toContain(`${terms} = ${difference}`);
  });

  it("says what was not deducted, to keep the minimum net pay", () => {
    const { lines } = offCycle(
      { kind: "earning", amount: naira(1_000) },
      {
        kind: "deduction",
        taxable: false,
        amount: naira(450),
        paid: naira(400),
        forgone: naira(150),
      },
    );
    expect(lines.find(({ code }) => code === "item:2")).toMatchObject({
      amount: naira(50),
      rule: {
        name: "One-off item, less what was deducted of it before or given up to keep the minimum net pay",
      },
      inputs: [
        { name: "Amount", value: "450.00" },
        { name: "Deducted before", value: "250.00" },
        { name: "Not deducted before, to keep the minimum net pay", value: "150.00" },
        { name: "Floor of net pay", value: "0.00" },
      ],
      arithmetic: "450.00 − 250.00 − 150.00 = 50.00",
    });
  });

  it("is given back before others are taken, and left out of gross", () => {
    const payslip = offCycle(
      { kind: "deduction", taxable: false, amount: naira(50_000), paid: naira(80_000) },
      { kind: "deduction", taxable: false, amount: naira(40_000) },
    );
    expect(linesOf(payslip)).toEqual([
      ["Item: deducted too much", "refund", naira(30_000)],
      ["Item", "deduction", naira(30_000)],
    ]);
    const { gross, deductions, net } = payslip.totals;
    expect([gross, deductions, net]).toEqual([0n, 0n, 0n]);
  });

  it("has its net pay and taxable income moved by what it was changed by", () => {
    const naturals = fc.bigInt(0n, 10_000_000n).map(kobo);
    fc.assert(
      fc.property(
        fc.constantFrom("earning" as const, "deduction" as const),
        fc.boolean(),
        naturals,
        naturals,
        (kind, taxable, amount, paid) => {
          const { totals } = offCycle({ kind, taxable, amount, paid });
          const toEmployee = kind === "earning" ? amount - paid : paid - amount;
          expect(totals.taxable).toBe(taxable ? toEmployee : 0n);
          // Where there is no pay, nothing is left to be deducted from.
          const isTaken = kind === "deduction" && !taxable && toEmployee < 0n;
          expect(totals.net).toBe(isTaken ? 0n : toEmployee);
        },
      ),
    );
  });
});
