import { kobo } from "@kontor/books/money";
import { expect, it } from "vitest";

import { advancePlan } from "../advances/plan.ts";
import { inputOf, item, naira } from "../testing/payslip-inputs.ts";
import { payslipOf } from "./payslip.ts";

const plan = advancePlan({
  amount: naira(50_000),
  rate: 1200n,
  requestedOn: "2026-01-10",
  dueDates: ["2026-02-25"],
});

it("the line of an advance says what was repaid and owed before, and what is owed after", () => {
  const owed = { key: "9", number: "SA-000009", plan, allocated: naira(10_000) };
  const floor = { amount: naira(220_000), partOfGross: 0n };
  const { settings } = inputOf("2026-02");
  const { lines } = payslipOf(
    inputOf("2026-02", { advances: [owed], settings: { ...settings, floor } }),
  );
  const line = lines.find(({ origin }) => origin === "advance");
  // Of 300,000.00, pension of 24,000.00 and an eleventh of the tax of 336,480.00 leave 245,410.91.
  expect(line).toMatchObject({
    label: "Salary advance SA-000009",
    amount: 25_410_91n,
    recovery: { advance: "9", principal: 25_410_91n, interest: 0n, left: 15_345_25n },
    inputs: [
      { name: "Payback amount", value: "50,756.16" },
      { name: "Interest a year", value: "12%" },
      { name: "Repaid before", value: "10,000.00" },
      { name: "Outstanding before", value: "40,756.16" },
      { name: "Outstanding after", value: "15,345.25" },
      { name: "Floor of net pay", value: "220,000.00" },
    ],
  });
});

it("the line of a deduction says its amount and the floor, and that of a refund what was deducted", () => {
  const deduction = { kind: "deduction", taxable: false } as const;
  const items = [
    item({ ...deduction, key: "1", amount: naira(1_000), recurring: true }),
    item({ ...deduction, key: "2", amount: naira(500), until: "2026-01", paid: naira(800) }),
  ];
  const { lines } = payslipOf(inputOf("2026-02", { items }));
  const told = lines
    .filter(({ code }) => code.startsWith("item:"))
    .map(({ kind, origin, amount, inputs }) => [
      kind,
      origin,
      amount,
      inputs.map(({ name, value }) => `${name} ${value}`),
    ]);
  expect(told).toEqual([
    ["refund", "one_off", naira(300), ["Amount 500.00", "Deducted before 800.00"]],
    ["deduction", "item", naira(1_000), ["Amount 1,000.00", "Floor of net pay 0.00"]],
  ]);
});

it("the whole balance is recovered from the last pay, and not while the last day is still to come", () => {
  const later = {
    ...plan,
    instalments: plan.instalments.map((one) => ({ ...one, due: "2026-06-25" })),
  };
  const recovered = (exit: string) =>
    payslipOf(
      inputOf("2026-02", {
        employment: { start: "2020-01-01", exit },
        advances: [{ key: "9", plan: later, allocated: naira(0) }],
      }),
    ).lines.flatMap(({ recovery }) => recovery?.principal ?? []);
  expect(recovered("2026-02-28")).toEqual([naira(50_000)]);
  expect(recovered("2026-03-01")).toEqual([]);
});

it("of the pay before a return to work, only what is due is recovered", () => {
  const twice = advancePlan({
    amount: naira(50_000),
    rate: 0n,
    requestedOn: "2026-01-10",
    dueDates: ["2026-02-25", "2026-03-25"],
  });
  const recovered = (returned: boolean) =>
    payslipOf(
      inputOf("2026-02", {
        employment: { start: "2020-01-01", exit: "2026-02-20" },
        returned,
        advances: [{ key: "9", plan: twice, allocated: naira(0) }],
      }),
    ).lines.flatMap(({ recovery }) => recovery?.principal ?? []);
  expect(recovered(false)).toEqual([naira(50_000)]);
  expect(recovered(true)).toEqual([naira(25_000)]);
});

it("of advances due on one day, the one recorded first is recovered first", () => {
  const advances = ["10", "9"].map((key) => ({ key, plan, allocated: naira(0) }));
  const { lines } = payslipOf(inputOf("2026-02", { advances }));
  expect(lines.flatMap(({ recovery }) => recovery?.advance ?? [])).toEqual(["9", "10"]);
});

it("the last kobo of an advance is recovered, and nothing after it", () => {
  const recovered = (left: bigint) =>
    payslipOf(
      inputOf("2026-02", {
        advances: [{ key: "9", plan, allocated: kobo(plan.payback - left) }],
      }),
    ).lines.flatMap(({ recovery }) => recovery?.principal ?? []);
  expect(recovered(1n)).toEqual([1n]);
  expect(recovered(0n)).toEqual([]);
});
