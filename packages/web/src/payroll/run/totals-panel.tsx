import { kobo, ZERO } from "@kontor/books/money";
import { signedKobo } from "@kontor/contract/payroll/runs";

import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import { Sum, Sums } from "../../ui/record/sums.tsx";
import type { PayrollRun } from "../data.ts";
import { signedText } from "../signed-money.tsx";

/** From gross to net, and what the employer pays beside it. */
export function TotalsPanel({ run }: { run: PayrollRun }) {
  const { totals } = run;
  const { gross, deductions, paye, pension_employee, nhf, advances, net } = totals;
  const other = signedKobo(deductions) - paye - pension_employee - nhf - advances;
  return (
    <Panel title="Totals">
      <Sums label="From gross to net">
        <Sum label="Gross" amount={gross} />
        <Sum label="PAYE" amount={paye} sign="−" />
        <Sum label="Pension, employees" amount={pension_employee} sign="−" />
        {nhf > 0n && <Sum label="NHF" amount={nhf} sign="−" />}
        {advances > 0n && <Sum label="Salary advances" amount={advances} sign="−" />}
        {other > 0n && <Sum label="Other deductions" amount={kobo(other)} sign="−" />}
        {other < 0n && <Sum label="Deductions given back" amount={kobo(-other)} />}
        <Sum label="Net" amount={net} sign="=" />
        <Sum label="Pension, employer" amount={totals.pension_employer} />
        {totals.nsitf > 0n && <Sum label="NSITF" amount={totals.nsitf} />}
        {totals.itf > 0n && <Sum label="ITF" amount={totals.itf} />}
        <Sum label="Cost: gross and employer’s contributions" amount={totals.cost} sign="=" />
      </Sums>
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
