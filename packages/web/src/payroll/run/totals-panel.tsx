import { kobo, type Kobo } from "@kontor/books/money";

import { Money } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import type { PayrollRun } from "../data.ts";

import classes from "./run.module.css";

/** What becomes of the gross, and what the employer pays beside it. */
export function TotalsPanel({ run }: { run: PayrollRun }) {
  const { totals } = run;
  const { gross, deductions, paye, pension_employee, nhf, advances, net } = totals;
  const other = deductions - paye - pension_employee - nhf - advances;
  return (
    <Panel title="Totals">
      <dl className={classes.sums} aria-label="What becomes of the gross">
        <Line label="Gross" amount={gross} />
        <Line label="PAYE" amount={paye} less />
        <Line label="Pension, employees" amount={pension_employee} less />
        {nhf > 0n && <Line label="NHF" amount={nhf} less />}
        {advances > 0n && <Line label="Salary advances" amount={advances} less />}
        {other > 0n && <Line label="Other deductions" amount={kobo(other)} less />}
        <Line label="Net" amount={net} result />
        <Line label="Pension, employer" amount={totals.pension_employer} />
        {totals.nsitf > 0n && <Line label="NSITF" amount={totals.nsitf} />}
        {totals.itf > 0n && <Line label="ITF" amount={totals.itf} />}
        <Line label="Cost: gross and the employer’s part" amount={totals.cost} result />
      </dl>
    </Panel>
  );
}

type LineProps = { label: string; amount: Kobo; less?: boolean; result?: boolean };

function Line({ label, amount, less = false, result = false }: LineProps) {
  return (
    <div className={classes.sum} data-result={result || undefined}>
      <dt>{label}</dt>
      <dd>
        {less && <span aria-label="less">− </span>}
        <Money amount={amount} strong={result} />
      </dd>
    </div>
  );
}
