import { kobo, type Kobo } from "@kontor/books/money";
import { expect, test } from "vitest";

import { advancePlan } from "../advances/plan.ts";
import { monthsFrom } from "../month.ts";
import { defaultPayrollSettings } from "../pay/settings.ts";
import { noReliefs } from "../statutory/income-tax.ts";
import { amountOf, inputOf, item } from "../testing/payslip-inputs.ts";
import { oracleYear, type ExportedPerson, type OracleMonth } from "../testing/year-oracle.ts";
import { emptyYearToDate } from "./input.ts";
import { payslipOf } from "./payslip.ts";

/**
 * The number of employees whose year is computed twice. KONTOR_TEST_EMPLOYEES=1000 computes a
 * thousand in a few seconds.
 */
const { process } = globalThis as { process?: { env: Record<string, string | undefined> } };
const employees = Number(process?.env["KONTOR_TEST_EMPLOYEES"] ?? 60);

/** A reproducible pseudo-random generator of integers from zero up to a limit, exclusive. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const naira = (amount: number) => `${Math.floor(amount)}.00`;
const day = (month: number, date: number) =>
  `2026-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;

/**
 * A mix of employees as in a real organization: with raises, joining, leaving, with bonuses and
 * advances, at high and low pay.
 */
function personOf(number: number): ExportedPerson {
  const any = numbers(number * 7919 + 1);
  const joins = any(5) === 0;
  const start = joins ? day(1 + any(11), 1 + any(28)) : "2021-03-01";
  const pay = any(8) === 0 ? 30_000 + any(90_000) : 60_000 + any(4_000_000);
  const raises = Array.from({ length: any(3) }, () => day(2 + any(11), 1 + any(28)))
    .filter((from, index, all) => from > start && all.indexOf(from) === index)
    .toSorted();
  const first = joins ? Number(start.slice(5, 7)) : 1;
  const leaves = any(5) === 0 && first < 11;
  const leaving = first + 1 + any(12 - first);
  return {
    start,
    exit: leaves ? day(leaving, 1 + any(28)) : null,
    exit_known_in: leaves ? day(leaving - any(2), 1).slice(0, 7) : null,
    rates: [
      { from: start, monthly: naira(pay) },
      ...raises.map((from) => ({ from, monthly: naira(pay * (1 + any(60) / 100)) })),
    ],
    bonuses: Array.from({ length: any(3) }, () => ({
      month: day(1 + any(12), 1).slice(0, 7),
      amount: naira(any(2_000_000) + 1),
      pensionable: any(2) === 0,
    })),
    rent: any(3) === 0 ? naira(any(4_000_000)) : "0.00",
    advance:
      any(4) === 0
        ? {
            amount: naira(20_000 + any(500_000)),
            requested_on: "2026-01-10",
            due: Array.from({ length: 1 + any(6) }, (_unused, index) => day(1 + index, 25)),
            percent: any(30),
          }
        : null,
  };
}

const koboOf = (text: string): Kobo => kobo(BigInt(text.replace(".", "")));

/** The same year computed by the package's payslips, one after the other. */
function yearOfPayslips(person: ExportedPerson): OracleMonth[] {
  const { advance } = person;
  const plan =
    advance &&
    advancePlan({
      amount: koboOf(advance.amount),
      rate: BigInt(advance.percent) * 100n,
      requestedOn: advance.requested_on,
      dueDates: advance.due,
    });
  const { pension } = defaultPayrollSettings;
  let yearToDate = emptyYearToDate(2026);
  let allocated = 0n;
  const paid: OracleMonth[] = [];
  for (const month of monthsFrom("2026-01", "2026-12")) {
    const isKnown = person.exit_known_in !== null && person.exit_known_in <= month;
    const exit = isKnown ? person.exit : null;
    if (person.start.slice(0, 7) > month || (exit !== null && exit.slice(0, 7) < month)) continue;
    const payslip = payslipOf(
      inputOf(month, {
        employment: { start: person.start, exit },
        settings: { ...defaultPayrollSettings, pension: { ...pension, base: "gross" } },
        rates: person.rates.map(({ from, monthly }) => ({
          from,
          basic: koboOf(monthly),
          housing: kobo(0n),
          transport: kobo(0n),
          other: kobo(0n),
        })),
        items: person.bonuses
          .filter((bonus) => bonus.month === month)
          .map(({ amount, pensionable }, index) =>
            item({ key: String(index), amount: koboOf(amount), pensionable }),
          ),
        reliefs: { ...noReliefs, rent: koboOf(person.rent) },
        advances: plan === null ? [] : [{ key: "1", plan, allocated: kobo(allocated) }],
        yearToDate,
      }),
    );
    const recovered = amountOf(payslip, "advance:1");
    allocated += recovered;
    ({ yearToDate } = payslip);
    paid.push({
      month,
      gross: payslip.totals.gross,
      pension: amountOf(payslip, "pension"),
      pension_employer: amountOf(payslip, "pension_employer"),
      nsitf: amountOf(payslip, "nsitf"),
      paye: amountOf(payslip, "paye"),
      recovered,
      net: payslip.totals.net,
    });
  }
  return paid;
}

test("a year of payroll agrees with an independent script, each month of each employee to the kobo", () => {
  const seen = { joined: 0, left: 0, raised: 0, bonus: 0, recovered: 0, untaxed: 0, months: 0 };
  for (let number = 1; number <= employees; number++) {
    const person = personOf(number);
    const plain = oracleYear(person);
    expect({ number, paid: yearOfPayslips(person) }).toEqual({ number, paid: plain });
    if (person.start > "2026-01-01") seen.joined++;
    if (person.exit !== null) seen.left++;
    if (person.rates.length > 1) seen.raised++;
    if (person.bonuses.length > 0) seen.bonus++;
    if (plain.some(({ recovered }) => recovered > 0n)) seen.recovered++;
    if (plain.every(({ paye }) => paye === 0n)) seen.untaxed++;
    seen.months += plain.length;
  }
  // Every kind of employee must have occurred.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});
