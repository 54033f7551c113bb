import { abs, compareAmounts, kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import { allocate, amountDueBy, nextDueDate, outstandingOf } from "../advances/allocation.ts";
import { lastDayOf } from "../month.ts";
import { lowersGross } from "../pay/item.ts";
import { printPercent, printNaira } from "../pay/print.ts";
import type { PayrollSettings } from "../pay/settings.ts";
import { HUNDRED_PERCENT } from "../percentage.ts";
import { divideHalfUp } from "../rounding.ts";
import type { ItemAmount } from "./figures.ts";
import type { OwedAdvance, PayslipInput } from "./input.ts";
import { itemArithmetic, itemCode, itemLabel, itemRule, paidBeforeInputs } from "./item-trace.ts";
import { lineOf, companyRule, type PayslipLine } from "./line.ts";

/** The floor of net pay that the company's own deductions respect, in kobo. */
export function netPayFloor(gross: Kobo, { floor }: PayrollSettings): Kobo {
  const part = gross > 0n ? divideHalfUp(gross * floor.partOfGross, HUNDRED_PERCENT) : ZERO;
  return compareAmounts(part, floor.amount) > 0 ? part : floor.amount;
}

/** A line that deducted less than requested, because net pay would have fallen below the floor. */
export type ReducedDeduction = { readonly line: PayslipLine; readonly requested: Kobo };

type DeductionState = { lines: PayslipLine[]; reduced: ReducedDeduction[]; available: Kobo };

function deductAvailable(
  taken: DeductionState,
  requested: Kobo,
  lineFor: (amount: Kobo) => PayslipLine,
): void {
  const amount = compareAmounts(requested, taken.available) < 0 ? requested : taken.available;
  const line = lineFor(amount);
  taken.lines.push(line);
  if (amount < requested) taken.reduced.push({ line, requested });
  taken.available = kobo(taken.available - amount);
}

function limitedText(requested: Kobo, amount: Kobo, full: string): string {
  return amount < requested
    ? `${full}, of which net pay above the floor covers ${printNaira(amount)}`
    : full;
}

function itemLine(requested: ItemAmount, amount: Kobo, floor: Kobo): PayslipLine {
  const { item } = requested;
  return lineOf({
    code: itemCode(item),
    kind: "deduction",
    origin: item.recurring ? "item" : "one_off",
    label: itemLabel(requested),
    amount,
    rule: itemRule(item),
    inputs: [
      { name: "Amount", value: printNaira(item.amount) },
      ...paidBeforeInputs(item),
      { name: "Floor of net pay", value: printNaira(floor) },
    ],
    arithmetic: limitedText(requested.amount, amount, itemArithmetic(requested)),
  });
}

/** The refund of a deduction that was too high. */
function refundLine(refund: ItemAmount): PayslipLine {
  const { item, amount } = refund;
  return lineOf({
    code: itemCode(item),
    kind: "refund",
    origin: item.recurring ? "item" : "one_off",
    label: itemLabel(refund),
    amount: abs(amount),
    rule: itemRule(item),
    inputs: [{ name: "Amount", value: printNaira(item.amount) }, ...paidBeforeInputs(item)],
    arithmetic: itemArithmetic(refund),
  });
}

function advanceLine(
  { key, number, plan, allocated }: OwedAdvance,
  requested: Kobo,
  amount: Kobo,
  floor: Kobo,
): PayslipLine {
  const owed = outstandingOf(plan, allocated);
  const split =
    amount > 0n ? allocate(plan, allocated, amount) : { principal: ZERO, interest: ZERO };
  const left = kobo(owed.total - amount);
  const parts = `principal ${printNaira(split.principal)} + interest ${printNaira(split.interest)}`;
  return lineOf({
    code: `advance:${key}`,
    kind: "deduction",
    origin: "advance",
    label: number === undefined ? "Salary advance" : `Salary advance ${number}`,
    amount,
    recovery: { advance: key, ...split, left },
    rule: companyRule("Instalments that are due; interest before principal within each"),
    inputs: [
      { name: "Payback amount", value: printNaira(plan.payback) },
      { name: "Interest a year", value: printPercent(plan.rate) },
      { name: "Repaid before", value: printNaira(allocated) },
      { name: "Outstanding before", value: printNaira(owed.total) },
      { name: "Outstanding after", value: printNaira(left) },
      { name: "Floor of net pay", value: printNaira(floor) },
    ],
    arithmetic: limitedText(requested, amount, `${parts}; due ${printNaira(requested)}`),
  });
}

/**
 * The amount to recover of an advance: the instalments due in the month or earlier, whatever the
 * payday is now, or the whole balance from the last pay, which none is if a later employment follows.
 */
function recoverableOf({ plan, allocated }: OwedAdvance, input: PayslipInput): Kobo {
  const { exit } = input.employment;
  const last = lastDayOf(input.period);
  const isLastPay = exit !== null && exit <= last && input.returned !== true;
  return isLastPay ? outstandingOf(plan, allocated).total : amountDueBy(plan, allocated, last);
}

function dueDayOf({ plan, allocated }: OwedAdvance): string {
  return nextDueDate(plan, allocated) ?? "";
}

function byDueDate(a: OwedAdvance, b: OwedAdvance): number {
  return (
    dueDayOf(a).localeCompare(dueDayOf(b), "en") ||
    a.key.localeCompare(b.key, "en", { numeric: true })
  );
}

/**
 * The company's own deductions: refunds of earlier deductions first, then items in their order, then
 * advances, the longest due first. Net pay does not fall below the floor: the last deductions are
 * reduced first, so advances before items, and the unrecovered part of an advance is due with its next
 * instalment. Tax and contributions come before all of them and are never reduced.
 *
 * @param net after tax and contributions, in kobo.
 */
export function companyDeductions(
  input: PayslipInput,
  items: readonly ItemAmount[],
  { gross, net }: { gross: Kobo; net: Kobo },
): { lines: PayslipLine[]; reduced: ReducedDeduction[]; floor: Kobo } {
  const floor = netPayFloor(gross, input.settings);
  const own = items.filter(({ item }) => item.kind === "deduction" && !lowersGross(item));
  const refunds = own.filter(({ amount }) => amount < 0n).map(refundLine);
  const before = kobo(net + sum(refunds.map(({ amount }) => amount)));
  const available = compareAmounts(before, floor) > 0 ? kobo(before - floor) : ZERO;
  const taken: DeductionState = { lines: refunds, reduced: [], available };
  for (const paid of own) {
    if (paid.amount < 0n) continue;
    deductAvailable(taken, paid.amount, (amount) => itemLine(paid, amount, floor));
  }
  for (const advance of input.advances.toSorted(byDueDate)) {
    const requested = recoverableOf(advance, input);
    if (requested > 0n)
      deductAvailable(taken, requested, (amount) => advanceLine(advance, requested, amount, floor));
  }
  return { lines: taken.lines, reduced: taken.reduced, floor };
}
