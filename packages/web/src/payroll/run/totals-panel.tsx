import { kobo, ZERO } from "@kontor/books/money";
import { signedKobo } from "@kontor/contract/payroll/runs";

import { Panel } from "../../ui/page/panel.tsx";
import { CalculationLine, Calculation } from "../../ui/record/calculation.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import type { PayrollRun } from "../data.ts";
import { signedText } from "../signed-money.tsx";

/** From gross to net, and what the employer pays beside it. */
export function TotalsPanel({ run }: { run: PayrollRun }) {
  const { totals } = run;
  const { gross, deductions, paye, pension_employee, nhf, advances, net } = totals;
  const other = signedKobo(deductions) - paye - pension_employee - nhf - advances;
  return (
    <Panel title="Totals">
      <Calculation label="From gross to net">
        <CalculationLine label="Gross" amount={gross} />
        <CalculationLine label="PAYE" amount={paye} sign="−" />
        <CalculationLine label="Pension, employees" amount={pension_employee} sign="−" />
        {nhf > 0n && <CalculationLine label="NHF" amount={nhf} sign="−" />}
        {advances > 0n && <CalculationLine label="Salary advances" amount={advances} sign="−" />}
        {other > 0n && <CalculationLine label="Other deductions" amount={kobo(other)} sign="−" />}
        {other < 0n && <CalculationLine label="Deductions given back" amount={kobo(-other)} />}
        <CalculationLine label="Net" amount={net} sign="=" />
        <CalculationLine label="Pension, employer" amount={totals.pension_employer} />
        {totals.nsitf > 0n && <CalculationLine label="NSITF" amount={totals.nsitf} />}
        {totals.itf > 0n && <CalculationLine label="ITF" amount={totals.itf} />}
        <CalculationLine
          label="Cost: gross and employer’s contributions"
          amount={totals.cost}
          sign="="
        />
      </Calculation>
      {totals.benefits.amount !== ZERO && (
        <Remark>
          PAYE is also on benefits in kind of {signedText(totals.benefits)}, which are taxed but not
          paid and so not in gross.
        </Remark>
      )}
      {run.cycle === "OFF_CYCLE" && (
        <Remark>
          Off cycle, salary advances are recovered only from pay for a month that the regular run
          left out and from the last pay of leavers. Regular runs recover the others.
        </Remark>
      )}
    </Panel>
  );
}
