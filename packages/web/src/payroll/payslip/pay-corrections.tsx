import type { DataOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { monthName } from "@kontor/payroll/month";
import { useQuery } from "@tanstack/react-query";

import { Notice } from "../../ui/page/notice.tsx";
import { payCorrectionsQuery, type RunPath } from "../data.ts";

import classes from "./payslip.module.css";

type Corrections = DataOf<typeof getPayCorrections>;

/** Says what earlier months still owe an employee or were paid too much, and which nobody paid. */
export function PayCorrections({ employee }: { employee: RunPath }) {
  const { data } = useQuery(payCorrectionsQuery(employee));
  if (data === undefined) return null;
  const { left, corrections, unpaid_months } = data;
  if (corrections.length === 0 && unpaid_months.length === 0) return null;
  return (
    <Notice title="Earlier months are not settled">
      <ul className={classes.corrections} aria-label="Earlier months">
        {unpaid_months.map((month) => (
          <li key={`unpaid ${month}`}>
            <strong>{monthName(month)}</strong> was paid to others and not to this employee. A run
            off cycle of that month that names the employee pays it.
          </li>
        ))}
        {corrections.map((correction) => (
          <li key={correction.month}>{sentenceOf(correction, left)}</li>
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
        {sum} too much was paid for {monthName(month)}.{" "}
        {left
          ? "A run off cycle takes it from what the employee is still owed."
          : "The next regular run takes it back."}
      </>
    );
  }
  return (
    <>
      {sum} is still owed for {monthName(month)}.{" "}
      {left ? "A run off cycle that names the employee pays it." : "The next regular run pays it."}
    </>
  );
}
