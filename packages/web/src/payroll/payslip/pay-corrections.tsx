import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { useMay } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { payCorrectionsQuery, type RunPath } from "../data.ts";

import classes from "./payslip.module.css";

type Corrections = DataOf<typeof getPayCorrections>;
type ItemCorrection = Corrections["items"][number];

/**
 * What earlier months and one-off items still owe an employee or overpaid, months that were not paid, and a
 * leaver's overpaid contributions.
 */
export function PayCorrections({ employee }: { employee: RunPath }) {
  const mayRead = useMay("employees.pay.read");
  const { data } = useQuery({ ...payCorrectionsQuery(employee), enabled: mayRead });
  if (data === undefined) return null;
  const { left, corrections, items, unpaid_months, overpaid_contributions } = data;
  const lists = [corrections, items, unpaid_months, overpaid_contributions];
  if (lists.every(({ length }) => length === 0)) return null;
  return (
    <Notice title="Earlier months to settle">
      <ul className={classes.corrections} aria-label="Earlier months">
        {unpaid_months.map((month) => (
          <li key={`unpaid ${month}`}>
            <strong>{monthName(month)}</strong> was paid to others but not to this employee. To pay
            it, start an off-cycle run for that month and add the employee.
          </li>
        ))}
        {corrections.map((correction) => (
          <li key={correction.month}>{sentenceOf(correction, left)}</li>
        ))}
        {items.map((item) => (
          <li key={`${item.name} ${item.month} ${String(item.deduction)}`}>
            {item.paid_as !== null && reclassified(item, left)}
            {item.paid_as !== null && item.amount.amount > 0n && " "}
            {(item.paid_as === null || item.amount.amount > 0n) && sentenceOfItem(item, left)}
          </li>
        ))}
        {overpaid_contributions.map((overpaid) => (
          <li key={`overpaid ${overpaid.scheme}`}>{sentenceOfContribution(overpaid)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function sentenceOf({ month, amount }: Corrections["corrections"][number], left: boolean) {
  const sum = <strong>{formatMoney(amount.amount)}</strong>;
  if (amount.negative) {
    return (
      <>
        {sum} was overpaid for {monthName(month)}.{" "}
        {left
          ? "An off-cycle run deducts it from what the employee is still owed."
          : "The next regular run recovers it."}
      </>
    );
  }
  return (
    <>
      {sum} is still owed for {monthName(month)}.{" "}
      {left
        ? "Pay it in an off-cycle run that includes the employee."
        : "The next regular run pays it."}
    </>
  );
}

/** A one-off item whose tax or pension was changed after it was paid, and which run corrects that. */
function reclassified({ name, month, deduction, paid_as }: ItemCorrection, left: boolean): string {
  const tax = paid_as?.taxable === true ? "taxable" : "not taxable";
  const pension = paid_as?.pensionable === true ? " and pensionable" : "";
  const was = deduction
    ? `deducted from ${paid_as?.taxable === true ? tax + pension : "net"} pay`
    : `paid as ${tax}${pension}`;
  const run = left ? "An off-cycle run that includes the employee" : "The next regular run";
  return `${name} (${monthName(month)}) was ${was} and has been changed since. ${run} corrects its tax and contributions.`;
}

/** How a one-off item that was changed after it was paid is settled, and by which run. */
function sentenceOfItem({ name, month, deduction, amount }: ItemCorrection, left: boolean) {
  const sum = <strong>{formatMoney(amount.amount)}</strong>;
  const what = `${name} (${monthName(month)})`;
  const recovery = left
    ? "An off-cycle run deducts it from what the employee is still owed."
    : "The next regular run recovers it.";
  if (amount.negative) {
    return deduction ? (
      <>
        {sum} is still to be deducted for {what}. {recovery}
      </>
    ) : (
      <>
        {sum} was overpaid for {what}. {recovery}
      </>
    );
  }
  return deduction ? (
    <>
      {sum} too much was deducted for {what}.{" "}
      {left
        ? "Refund it in an off-cycle run that includes the employee."
        : "The next regular run refunds it."}
    </>
  ) : (
    <>
      {sum} is still owed for {what}.{" "}
      {left
        ? "Pay it in an off-cycle run that includes the employee."
        : "The next regular run pays it."}
    </>
  );
}

/** What a scheme is called in a sentence, and whether the employee contributes to it too. */
const schemes: Readonly<
  Record<Corrections["overpaid_contributions"][number]["scheme"], [string, boolean]>
> = {
  pension: ["pension", true],
  nhf: ["NHF", true],
  nsitf: ["NSITF", false],
  itf: ["ITF", false],
};

function sentenceOfContribution({ scheme, amount }: Corrections["overpaid_contributions"][number]) {
  const [name, employeeToo] = schemes[scheme];
  return (
    <>
      <strong>{formatMoney(amount)}</strong> of {name} contributions
      {employeeToo ? " (employee and employer)" : ""} was made on overpaid pay, and a leaver has no
      later pay to set it against. Request the refund from the fund
      {employeeToo ? ", or settle it with the employee" : ""}.
    </>
  );
}
