import { signedAmount } from "@kontor/payroll/payslip/line";

import { NetMoney } from "../../ui/money.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import type { Payslip, SignedAmount } from "../data.ts";
import { signedText } from "../signed-money.tsx";

import classes from "./payslip.module.css";

type Line = Payslip["lines"][number];

type LinesPanelProps = {
  title: string;
  about?: string | undefined;
  lines: readonly Line[];
  total?: { label: string; amount: SignedAmount };
  empty: string;
};

/** Lines of a payslip; each can be expanded to show its explanation. */
export function LinesPanel({ title, about, lines, total, empty }: LinesPanelProps) {
  return (
    <Panel title={title} about={about}>
      {lines.length === 0 ? (
        <Remark>{empty}</Remark>
      ) : (
        <ul className={classes.lines} aria-label={title}>
          {lines.map((line) => (
            <li key={line.code}>
              <TracedLine line={line} />
            </li>
          ))}
        </ul>
      )}
      {total && lines.length > 0 && (
        <p className={classes.total}>
          <span>{total.label}</span>
          <strong>{signedText(total.amount)}</strong>
        </p>
      )}
    </Panel>
  );
}

/** One line. Expanded, it shows its rule, its source in law, the inputs and the arithmetic. */
function TracedLine({ line }: { line: Line }) {
  const { label, rule, inputs, arithmetic } = line;
  return (
    <details className={classes.line}>
      <summary>
        <span className={classes.lineLabel}>{label}</span>
        <NetMoney amount={signedAmount(line)} />
      </summary>
      <div data-surface="inset" className={classes.trace}>
        <p className={classes.rule}>
          {rule.name}
          {rule.section !== null && <span className={classes.section}>{rule.section}</span>}
        </p>
        {inputs.length > 0 && (
          <dl className={classes.inputs}>
            {inputs.map(({ name, value }) => (
              <div key={`${name} ${value}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={classes.arithmetic}>{arithmetic}</p>
        {(rule.source !== null || rule.pack !== null) && (
          <Remark>Source: {[rule.source, rule.pack].filter(Boolean).join(" · ")}</Remark>
        )}
      </div>
    </details>
  );
}
