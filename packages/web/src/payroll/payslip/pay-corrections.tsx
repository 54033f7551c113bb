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

/**
 * Says what earlier months, and what came once, still owe an employee or were paid too much, and which months nobody
 * paid.
 */
export function PayCorrections({ employee }: { employee: RunPath }) {
  const mayRead = useMay("employees.pay.read");
  const { data } = useQuery({ ...payCorrectionsQuery(employee), enabled: mayRead });
  if (data === undefined) return null;
  const { left, corrections, items, unpaid_months } = data;
  if (corrections.length + items.length + unpaid_months.length === 0) return null;
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
            {sentenceOfItem(item, left)}
          </li>
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

/** Of what came once and was changed after it was paid: what is owed of it, or was too much, and who settles it. */
function sentenceOfItem(
  { name, month, deduction, amount }: Corrections["items"][number],
  left: boolean,
) {
  const sum = <strong>{formatMoney(amount.amount)}</strong>;
  const what = `${name} (${monthName(month)})`;
  const pays = left ? "A run off cycle that names the employee" : "The next regular run";
  const takes = left
    ? "A run off cycle takes it from what the employee is still owed."
    : "The next regular run takes it.";
  if (amount.negative) {
    return deduction ? (
      <>
        {sum} is still to be taken for {what}. {takes}
      </>
    ) : (
      <>
        {sum} too much was paid of {what}. {left ? takes : "The next regular run takes it back."}
      </>
    );
  }
  return deduction ? (
    <>
      {sum} too much was taken for {what}. {pays} gives it back.
    </>
  ) : (
    <>
      {sum} of {what} is still owed. {pays} pays it.
    </>
  );
}
