import { abs, compare, kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import { allocate, dueBy, nextDue, outstandingOf } from "../advances/allocation.ts";
import { lastDayOf } from "../month.ts";
import { percent, naira } from "../pay/figure.ts";
import { lowersGross } from "../pay/item.ts";
import type { PayrollSettings } from "../pay/settings.ts";
import { WHOLE } from "../percentage.ts";
import { halfUp } from "../rounding.ts";
import type { ItemAmount } from "./figures.ts";
import type { OwedAdvance, PayslipInput } from "./input.ts";
import { itemArithmetic, itemCode, itemLabel, itemRule, paidBefore } from "./item-words.ts";
import { lineOf, ownRule, type PayslipLine } from "./line.ts";

/** The floor of net pay that the company's own deductions respect, in kobo. */
export function floorOf(gross: Kobo, { floor }: PayrollSettings): Kobo {
  const part = gross > 0n ? halfUp(gross * floor.partOfGross, WHOLE) : ZERO;
  return compare(part, floor.amount) > 0 ? part : floor.amount;
}

/** A line that deducted less than requested, because net pay would have fallen below the floor. */
export type Reduced = { readonly line: PayslipLine; readonly requested: Kobo };

type Taken = { lines: PayslipLine[]; reduced: Reduced[]; available: Kobo };

function take(taken: Taken, requested: Kobo, lineFor: (amount: Kobo) => PayslipLine): void {
  const amount = compare(requested, taken.available) < 0 ? requested : taken.available;
  const line = lineFor(amount);
  taken.lines.push(line);
  if (amount < requested) taken.reduced.push({ line, requested });
  taken.available = kobo(taken.available - amount);
}

function limited(requested: Kobo, amount: Kobo, full: string): string {
  return amount < requested
    ? `${full}, of which net pay above the floor covers ${naira(amount)}`
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
      { name: "Amount", value: naira(item.amount) },
      ...paidBefore(item),
      { name: "Floor of net pay", value: naira(floor) },
    ],
    arithmetic: limited(requested.amount, amount, itemArithmetic(requested)),
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
    inputs: [{ name: "Amount", value: naira(item.amount) }, ...paidBefore(item)],
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
  const parts = `principal ${naira(split.principal)} + interest ${naira(split.interest)}`;
  return lineOf({
    code: `advance:${key}`,
    kind: "deduction",
    origin: "advance",
    label: number === undefined ? "Salary advance" : `Salary advance ${number}`,
    amount,
    recovery: { advance: key, ...split, left },
    rule: ownRule("Instalments that are due; interest before principal within each"),
    inputs: [
      { name: "Payback amount", value: naira(plan.payback) },
      { name: "Interest a year", value: percent(plan.rate) },
      { name: "Repaid before", value: naira(allocated) },
      { name: "Outstanding before", value: naira(owed.total) },
      { name: "Outstanding after", value: naira(left) },
      { name: "Floor of net pay", value: naira(floor) },
    ],
    arithmetic: limited(requested, amount, `${parts}; due ${naira(requested)}`),
  });
}

/**
 * The amount to recover of an advance: the instalments due in the month or earlier, whatever the
 * payday is now, or the whole balance from the last pay.
 */
function requestedOf({ plan, allocated }: OwedAdvance, input: PayslipInput): Kobo {
  const { exit } = input.employment;
  const last = lastDayOf(input.period);
  const isLastPay = exit !== null && exit <= last;
  return isLastPay ? outstandingOf(plan, allocated).total : dueBy(plan, allocated, last);
}

function dueDayOf({ plan, allocated }: OwedAdvance): string {
  return nextDue(plan, allocated) ?? "";
}

function inOrder(a: OwedAdvance, b: OwedAdvance): number {
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
export function ownDeductions(
  input: PayslipInput,
  items: readonly ItemAmount[],
  { gross, net }: { gross: Kobo; net: Kobo },
): { lines: PayslipLine[]; reduced: Reduced[]; floor: Kobo } {
  const floor = floorOf(gross, input.settings);
  const own = items.filter(({ item }) => item.kind === "deduction" && !lowersGross(item));
  const refunds = own.filter(({ amount }) => amount < 0n).map(refundLine);
  const before = kobo(net + sum(refunds.map(({ amount }) => amount)));
  const available = compare(before, floor) > 0 ? kobo(before - floor) : ZERO;
  const taken: Taken = { lines: refunds, reduced: [], available };
  for (const paid of own) {
    if (paid.amount < 0n) continue;
    take(taken, paid.amount, (amount) => itemLine(paid, amount, floor));
  }
  for (const advance of input.advances.toSorted(inOrder)) {
    const requested = requestedOf(advance, input);
    if (requested > 0n)
      take(taken, requested, (amount) => advanceLine(advance, requested, amount, floor));
  }
  return { lines: taken.lines, reduced: taken.reduced, floor };
}
