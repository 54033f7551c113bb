import { abs, kobo, type Kobo } from "@kontor/books/money";

import { dayName, monthName } from "../month.ts";
import type { Arrears } from "../pay/arrears.ts";
import { lowersGross } from "../pay/item.ts";
import { printNaira } from "../pay/print.ts";
import type { ProrationBase } from "../pay/proration.ts";
import { PAY_COMPONENTS, totalPay, type EarnedPay, type PayComponent } from "../pay/rate.ts";
import type { ItemAmount } from "./figures.ts";
import type { PayslipInput } from "./input.ts";
import {
  itemArithmetic,
  itemCode,
  itemLabel,
  itemRule,
  paidBeforeInputs,
  treatmentInputs,
} from "./item-trace.ts";
import { lineOf, companyRule, type LineKind, type PayslipLine } from "./line.ts";

const componentLabels: Readonly<Record<PayComponent, string>> = {
  basic: "Basic",
  housing: "Housing",
  transport: "Transport",
  other: "Other allowances",
};

const baseNames: Readonly<Record<ProrationBase, string>> = {
  calendar_days: "calendar days",
  weekdays: "weekdays",
  thirty_days: "thirty days a month",
};

function payArithmetic({ segments, part }: EarnedPay, component: PayComponent, amount: Kobo) {
  const [only] = segments;
  if (segments.length === 1 && only !== undefined && only.days === part.of)
    return printNaira(amount);
  const terms = segments.map(({ rate, days }) => `${printNaira(rate[component])} × ${days}`);
  const sum = terms.length === 1 ? terms.join("") : `(${terms.join(" + ")})`;
  return `${sum} ÷ ${part.of} = ${printNaira(amount)}`;
}

/** The components of pay, each with the rates and days behind it; zero components are left out. */
function payLines(earned: EarnedPay, base: ProrationBase): PayslipLine[] {
  const { segments, pay, monthly, part } = earned;
  return PAY_COMPONENTS.filter(
    (component) => pay[component] !== 0n || (monthly?.[component] ?? 0n) !== 0n,
  ).map((component) =>
    lineOf({
      code: component,
      kind: "earning",
      origin: "rate",
      label: componentLabels[component],
      amount: pay[component],
      monthly: monthly?.[component] ?? null,
      rule: companyRule(
        `Pay a month by ${baseNames[base]}; components are rounded to add up to the rounded whole`,
      ),
      inputs: segments.map(({ from, until, rate, days }) => ({
        name: `${dayName(from)} to ${dayName(until)}`,
        value: `${printNaira(rate[component])} a month, ${days} of ${part.of} days`,
      })),
      arithmetic: payArithmetic(earned, component, pay[component]),
    }),
  );
}

/** The kind of an item's line; an overpaid item has a line of the opposite kind. */
function itemKind({ item, amount }: ItemAmount): LineKind {
  return lowersGross(item) === amount < 0n ? "earning" : "reduction";
}

/** The line of an item that is part of gross pay. */
function itemLine(paid: ItemAmount, earned: EarnedPay): PayslipLine {
  const { item, amount } = paid;
  const { worked, of } = earned.part;
  const kind = itemKind(paid);
  return lineOf({
    code: itemCode(item),
    kind,
    origin: item.recurring ? "item" : "one_off",
    label: itemLabel(paid),
    amount: abs(amount),
    rule: itemRule(item),
    inputs: [
      { name: "Amount", value: printNaira(item.amount) },
      ...paidBeforeInputs(item),
      ...treatmentInputs(item),
    ],
    arithmetic: item.prorated
      ? `${printNaira(item.amount)} × ${worked} ÷ ${of} = ${printNaira(amount)}`
      : itemArithmetic(paid),
  });
}

function arrearsLine({ month, pay }: Arrears): PayslipLine {
  const total = totalPay(pay);
  const owed = total >= 0n;
  return lineOf({
    code: `arrears:${month}`,
    kind: owed ? "earning" : "reduction",
    origin: "arrears",
    label: owed ? `Arrears for ${monthName(month)}` : `Paid too much in ${monthName(month)}`,
    amount: abs(total),
    rule: companyRule("What the month comes to, less what was paid for it"),
    inputs: PAY_COMPONENTS.filter((component) => pay[component] !== 0n).map((component) => ({
      name: componentLabels[component],
      value: printNaira(pay[component]),
    })),
    arithmetic: `${PAY_COMPONENTS.map((component) => pay[component])
      .filter((amount) => amount !== 0n)
      .map((amount) => printNaira(kobo(amount)))
      .join(" + ")} = ${printNaira(total)}`,
  });
}

/** The lines that make up gross pay. */
export function earningLines(
  input: PayslipInput,
  earned: EarnedPay,
  items: readonly ItemAmount[],
): PayslipLine[] {
  return [
    ...payLines(earned, input.settings.proration),
    ...items
      .filter(({ item }) => item.kind !== "deduction" || lowersGross(item))
      .map((paid) => itemLine(paid, earned)),
    ...input.arrears.map(arrearsLine),
  ];
}
