import { kobo, type Kobo } from "@kontor/books/money";
import { fromSigned, signed, type SidedAmount } from "@kontor/books/side";
import { formatMoney } from "@kontor/contract/format";
import type { FundingAction } from "@kontor/contract/funding/funding";
import { moneyInWords } from "@kontor/contract/money-words";
import { useEffect, useRef } from "react";

import { Money } from "../ui/money.tsx";

import classes from "./funding.module.css";

type FundSummaryProps = {
  action: FundingAction;
  amount: Kobo;
  before: SidedAmount;
  description: string;
};

/** The summary to confirm: the amount in figures and words, and the balance before and after. */
export function FundSummary({ action, amount, before, description }: FundSummaryProps) {
  const summary = useRef<HTMLElement>(null);
  // With the focus here, screen readers announce the summary, and Enter alone moves no money.
  useEffect(() => summary.current?.focus(), []);
  const change = action === "DEPOSIT" ? amount : -amount;
  const after = fromSigned(signed(before.side, before.amount) + change);
  return (
    <section
      ref={summary}
      data-surface="inset"
      className={classes.summary}
      aria-label="Summary"
      tabIndex={-1}
    >
      <p className={classes.moving}>
        {action === "DEPOSIT" ? "To be deposited" : "To be withdrawn"}
        <strong>{formatMoney(amount)}</strong>
        <span>{moneyInWords(amount)}</span>
      </p>
      <dl className={classes.details}>
        <dt>Balance before</dt>
        <dd>
          <Balance {...before} />
        </dd>
        <dt>Balance after</dt>
        <dd>
          <Balance {...after} />
        </dd>
        {description !== "" && (
          <>
            <dt>Description</dt>
            <dd>{description}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** A balance of funds; a credit balance is overdrawn. */
export function Balance({ amount, side }: SidedAmount) {
  const overdrawn = side === "CR" && amount !== kobo(0n);
  return (
    <span className={classes.balance} data-overdrawn={overdrawn || undefined}>
      <Money amount={amount} strong />
      {overdrawn && <span className={classes.overdrawn}> overdrawn</span>}
    </span>
  );
}
