import { classLabel, classOf } from "@kontor/books/account-code";

import classes from "./account-class.module.css";

/** Applies the tones of the account classes to elements below with `data-tone`. */
export const classTones = classes.tones;

/** The account type of a group or ledger code: "ASSETS". */
export function ClassBadge({ code }: { code: string }) {
  const accountClass = classOf(code);
  return (
    <span className={classes.tones}>
      <span className={classes.badge} data-tone={accountClass}>
        {classLabel(accountClass)}
      </span>
    </span>
  );
}
