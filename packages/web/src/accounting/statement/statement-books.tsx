import { classOf, EXPENSES, INCOMES } from "@kontor/books/account-code";
import type { statement } from "@kontor/contract/accounting/statements";
import { Switch } from "@mantine/core";
import type { z } from "zod";

import { BooksMomentFilter, WithoutClosings } from "../recorded-filter.tsx";

import classes from "./statement.module.css";

type StatementBooksProps = {
  /** Undefined while it is loading. */
  ledger: z.output<typeof statement>["ledger"] | undefined;
  /** A moment in UTC; undefined for now. */
  recorded: string | undefined;
  asItIs: boolean;
  /** Whether sub-ledgers are included. */
  together: boolean;
  /** Whether year-end closings are left out. */
  closing: "without" | undefined;
  onChange: (change: {
    recorded_up_to?: string | undefined;
    as_it_is?: boolean | undefined;
    with_sub_ledgers?: boolean | undefined;
    closing?: "without" | undefined;
  }) => void;
};

/**
 * Chooses which lines are shown: as of which moment, and with or without sub-ledgers and year-end
 * closings.
 */
export function StatementBooks(props: StatementBooksProps) {
  const { ledger, recorded, asItIs, together, closing, onChange } = props;
  return (
    <>
      <BooksMomentFilter recorded={recorded} asItIs={asItIs} onChange={onChange} />
      {(together || (ledger?.count_sub_ledgers ?? 0) > 0) && (
        <Switch
          className={classes.asItIs}
          label="With sub-ledgers"
          checked={together}
          onChange={(event) =>
            onChange({ with_sub_ledgers: event.currentTarget.checked || undefined })
          }
        />
      )}
      {(closing !== undefined || (ledger && isClosedAtYearEnd(ledger.code))) && (
        <WithoutClosings className={classes.asItIs} closing={closing} onChange={onChange} />
      )}
    </>
  );
}

/** Whether a year-end closes the ledger, which is so for income and expenses. */
function isClosedAtYearEnd(code: string): boolean {
  const accountClass = classOf(code);
  return accountClass === INCOMES || accountClass === EXPENSES;
}
