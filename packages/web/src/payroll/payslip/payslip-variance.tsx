import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import type { PayrollRun, Payslip } from "../data.ts";
import { reasonTexts } from "../payroll-texts.ts";
import { differenceText, signedText } from "../signed-money.tsx";

import classes from "./payslip.module.css";

/** Why the net pay differs from that of the run before, down to the lines. */
export function PayslipVariance({ run, payslip }: { run: PayrollRun; payslip: Payslip }) {
  const { difference, variance } = payslip;
  if (run.compared_with === null || difference === null) return null;
  return (
    <Panel title="Change From the Last Run" about={`Against ${run.compared_with.number}.`}>
      {variance.length === 0 ? (
        <Remark>No change from the last run.</Remark>
      ) : (
        <ul className={classes.reasons} aria-label="Reasons for the difference">
          {variance.map(({ reason, net, lines }) => (
            <li key={reason}>
              <p className={classes.reason}>
                <span>{reasonTexts[reason].title}</span>
                <strong>{differenceText(net)}</strong>
              </p>
              {lines.map(({ code, label, before, after }) => (
                <p key={code} className={classes.change}>
                  <span>{code === "pension_employer" ? "Employer’s Pension" : label}</span>
                  <span>
                    {signedText(before)} → {signedText(after)}
                  </span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.total}>
        <span>Net</span>
        <strong>{differenceText(difference)}</strong>
      </p>
    </Panel>
  );
}
