import type { Kobo } from "@kontor/books/money";

import { NetMoney } from "../money.tsx";
import { sumAmounts } from "./sum-amounts.ts";

import classes from "./chart.module.css";

type TooltipLine = { name: string; color: string; amount: Kobo };

type ChartTooltipProps = {
  title: string;
  lines: readonly TooltipLine[];
  /** Adds a last line with the sum of the others. */
  total?: boolean;
};

/** The values under the pointer, as exact amounts. */
export function ChartTooltip({ title, lines, total = false }: ChartTooltipProps) {
  return (
    <div data-surface="card" className={classes.tooltip}>
      <div className={classes.tooltipTitle}>{title}</div>
      {lines.map(({ name, color, amount }) => (
        <div key={name} className={classes.tooltipLine}>
          <span className={classes.swatch} style={{ background: color }} />
          <span className={classes.tooltipName}>{name}</span>
          <NetMoney amount={amount} />
        </div>
      ))}
      {total && (
        <div className={classes.tooltipLine} data-total>
          <span className={classes.tooltipName}>Total</span>
          <NetMoney strong amount={sumAmounts(lines.map(({ amount }) => amount))} />
        </div>
      )}
    </div>
  );
}
