import type { Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import type { ReactNode } from "react";

import classes from "./headline-amount.module.css";

type HeadlineAmountProps = {
  amount: Kobo;
  label?: string;
  /** A line below the amount. */
  children?: ReactNode;
  /** A button beside the amount. */
  action?: ReactNode;
};

/** The main amount of a page, in large figures. */
export function HeadlineAmount({ amount, label, children, action }: HeadlineAmountProps) {
  const headline = (
    <div className={classes.headline}>
      {label !== undefined && <p className={classes.label}>{label}</p>}
      <p className={classes.amount}>{formatMoney(amount)}</p>
      {Boolean(children) && <p className={classes.label}>{children}</p>}
    </div>
  );
  if (action === undefined) return headline;
  return (
    <div className={classes.row}>
      {headline}
      {action}
    </div>
  );
}
