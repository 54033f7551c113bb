import { kobo, type Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";

import { Panel } from "../../ui/page/panel.tsx";
import { CalculationLine, Calculation } from "../../ui/record/calculation.tsx";
import type { SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

type LimitPanelProps = { advance: SalaryAdvance; limit: NonNullable<SalaryAdvance["limit"]> };

/** The employee's limit, its calculation, and the share of this request. */
export function LimitPanel({ advance, limit }: LimitPanelProps) {
  const { amount, rules } = advance;
  const { gross_monthly, limit: maxTotal, others, available } = limit;
  const left = available - amount;
  return (
    <Panel title="Limit" about="From today’s pay, by the rules on the day of the request.">
      <div className={classes.pair}>
        <Calculation label="How the limit is calculated">
          {gross_monthly !== null && (
            <CalculationLine label="Monthly gross" amount={gross_monthly} />
          )}
          <CalculationLine label={`${rules.max_percentage}% of monthly gross`} amount={maxTotal} />
          <CalculationLine label="Other advances, owed or requested" amount={others} sign="−" />
          <CalculationLine label="Remaining limit" amount={available} sign="=" />
          <CalculationLine label="This request" amount={amount} sign="−" />
          <CalculationLine
            label={left < 0n ? "Over the limit by" : "Left after this request"}
            amount={kobo(left < 0n ? -left : left)}
            sign="="
            tone={left < 0n ? "bad" : "good"}
          />
        </Calculation>
        <Meter limit={maxTotal} others={others} amount={amount} />
      </div>
    </Panel>
  );
}

/** The limit as a bar, with the shares of other advances and of this one. */
function Meter({ limit, others, amount }: { limit: Kobo; others: Kobo; amount: Kobo }) {
  const whole = limit > others + amount ? limit : others + amount;
  const share = (part: bigint) => (whole === 0n ? 0 : Number((part * 1000n) / whole) / 10);
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        <span data-part="others" style={{ width: `${share(others)}%` }} />
        <span
          data-part="this"
          data-over={others + amount > limit || undefined}
          style={{ width: `${share(amount)}%` }}
        />
      </div>
      <ul className={classes.legend}>
        {others > 0n && <li data-part="others">Other advances {formatMoney(others)}</li>}
        <li data-part="this" data-over={others + amount > limit || undefined}>
          This one {formatMoney(amount)}
        </li>
        <li data-part="limit">Limit {formatMoney(limit)}</li>
      </ul>
    </div>
  );
}

type WalletPanelProps = { amount: Kobo; wallet: NonNullable<SalaryAdvance["wallet"]> };

/** Whether the wallet covers the advance besides what is already promised. */
export function WalletPanel({ amount, wallet }: WalletPanelProps) {
  const { balance, needed_later, promised, missing } = wallet;
  const left = balance - needed_later - promised - amount;
  return (
    <Panel title="Wallet">
      <Calculation label="What the wallet covers">
        <CalculationLine label="Balance" amount={balance} />
        {needed_later > 0n && (
          <CalculationLine label="Needed by entries dated later" amount={needed_later} sign="−" />
        )}
        <CalculationLine label="Reserved for others" amount={promised} sign="−" />
        <CalculationLine label="This one" amount={amount} sign="−" />
        {missing > 0n ? (
          <CalculationLine label="Missing" amount={missing} sign="=" tone="bad" />
        ) : (
          <CalculationLine
            label="Left after this request"
            amount={kobo(left < 0n ? 0n : left)}
            sign="="
            tone="good"
          />
        )}
      </Calculation>
    </Panel>
  );
}
