import { bankWarningSentences } from "@kontor/contract/employees/bank";
import type { BankWarning } from "@kontor/contract/reference/employees";
import { IconAlertTriangle } from "@tabler/icons-react";

import classes from "./bank.module.css";

/** Warnings about an account before money goes to it. */
export function BankWarnings({ warnings }: { warnings: readonly BankWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label="Check carefully">
      {warnings.map((warning) => (
        <li key={warning}>
          <IconAlertTriangle size={16} aria-hidden />
          {bankWarningSentences[warning]}
        </li>
      ))}
    </ul>
  );
}
