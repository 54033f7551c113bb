import type { Kobo } from "@kontor/books/money";
import type { ReactNode } from "react";

import { Money } from "../money.tsx";

import classes from "./calculation.module.css";

type CalculationLineProps = {
  label: ReactNode;
  amount: Kobo;
  /** The sign of the line: what it does with the lines above it. Zero shows no minus. */
  sign?: "−" | "=";
  /** A wrong result, or a correct one. */
  tone?: "bad" | "good" | undefined;
};

/** A calculation line by line: deductions and the result. */
export function Calculation({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.sums} aria-label={label}>
      {children}
    </dl>
  );
}

export function CalculationLine({ label, amount, sign, tone }: CalculationLineProps) {
  return (
    <div className={classes.sum} data-sign={sign} data-tone={tone}>
      <dt>{label}</dt>
      <dd>
        {sign === "−" && amount !== 0n && <span aria-label="less">− </span>}
        <Money amount={amount} strong={sign === "="} />
      </dd>
    </div>
  );
}
