import type { Kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { Slider, Spoiler } from "@mantine/core";
import { useId, useMemo, type FocusEvent, type ReactNode } from "react";

import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { RichTextView } from "../../ui/rich-text/rich-text-view.tsx";
import { ineligibilitySentence, labourActSentence, type Audience } from "../eligibility-texts.ts";
import { amountScale } from "./amount-scale.ts";
import { InstalmentChoice } from "./instalment-choice.tsx";
import { assessPlan, excessOver, planOf, type AdvanceOffer } from "./offer.ts";
import { PlanTable } from "./plan-table.tsx";

import classes from "./advance-request-form.module.css";

/** The typed values of a request. */
export type RequestedAdvance = { amount: MoneyValue; instalments: number };

/** The problem of an amount under the offer, for a form's rules. */
export function amountProblem(
  offer: AdvanceOffer,
  amount: MoneyValue,
  to: Audience,
): string | undefined {
  const problem = moneyProblem(amount, "above-zero");
  if (problem !== null) return problem;
  if (typeof amount !== "bigint" || excessOver(offer, amount) === 0n) return undefined;
  const subject = to === "employee" ? "you" : "the employee";
  return `The most that ${subject} can have now is ${formatMoney(offer.available)}.`;
}

/**
 * The payback amount of the shown plan, in kobo, which the request contains; undefined without a
 * plan.
 */
export function plannedPayback(
  offer: AdvanceOffer,
  { amount, instalments }: RequestedAdvance,
): Kobo | undefined {
  return typeof amount === "bigint" ? planOf(offer, amount, instalments)?.payback : undefined;
}

/** Whether the rules allow a request with this offer, amount and number of instalments. */
export function canRequest(
  offer: AdvanceOffer,
  { amount, instalments }: RequestedAdvance,
): boolean {
  if (typeof amount !== "bigint") return false;
  const plan = planOf(offer, amount, instalments);
  return plan !== undefined && assessPlan(offer, plan).reasons.length === 0;
}

type AdvanceRequestFieldsProps = {
  offer: AdvanceOffer;
  /** The reader of the sentences. */
  to: Audience;
  form: RequestForm;
  /** The form's props of a field. */
  fieldProps: (field: "amount") => { error?: ReactNode; onBlur?: (event?: FocusEvent) => void };
};

/** A form whose values include those of a request. */
type RequestForm = {
  values: RequestedAdvance;
  errors: Readonly<Record<string, ReactNode>>;
  setFieldValue: {
    (field: "amount", amount: MoneyValue): void;
    (field: "instalments", instalments: number): void;
  };
};

/**
 * The fields of a request: the amount by slider or typed, the number of instalments, and the
 * repayments to the kobo, updated live. Uses the same rules as the server.
 */
export function AdvanceRequestFields(props: AdvanceRequestFieldsProps) {
  const { offer, to, form, fieldProps } = props;
  const { values: requested, errors } = form;
  const onAmount = (amount: MoneyValue) => form.setFieldValue("amount", amount);
  if (offer.ineligible.length > 0) return <Ineligible offer={offer} to={to} />;
  return (
    <div className={classes.form}>
      <LimitSentence offer={offer} to={to} />
      <div className={classes.amount}>
        <MoneyInput
          {...fieldProps("amount")}
          label="Amount"
          placeholder="0.00"
          size="md"
          required
          withAsterisk={false}
          value={requested.amount}
          onChange={onAmount}
        />
        <AmountSlider offer={offer} amount={requested.amount} onAmount={onAmount} />
      </div>
      <InstalmentChoice
        offer={offer}
        to={to}
        chosen={requested.instalments}
        onChoose={(instalments) => form.setFieldValue("instalments", instalments)}
        error={errors["instalments"]}
      />
      <PlanResult offer={offer} to={to} requested={requested} />
    </div>
  );
}

/** Why no request is possible now, whatever the amount. */
function Ineligible({ offer, to }: { offer: AdvanceOffer; to: Audience }) {
  const title =
    to === "employee" ? "You cannot ask for an advance now" : "No advance is possible now";
  return (
    <Notice title={title}>
      <ul className={classes.sentences}>
        {offer.ineligible.map((reason) => (
          <li key={reason}>{ineligibilitySentence(reason, to)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** How much may be requested, and the calculation. */
function LimitSentence({ offer, to }: { offer: AdvanceOffer; to: Audience }) {
  const { max_percentage, gross_monthly, limit, others, available } = offer;
  const less = others > 0n ? `, less ${formatMoney(others)} of other advances` : "";
  return (
    <div data-surface="inset" className={classes.limit}>
      <p className={classes.label}>
        {to === "employee" ? "You can have up to" : "The employee can have up to"}
      </p>
      <p className={classes.available}>{formatMoney(available)}</p>
      {gross_monthly !== null && (
        <p className={classes.counted}>
          {max_percentage}% of {formatMoney(gross_monthly)} monthly gross is {formatMoney(limit)}
          {less}.
        </p>
      )}
    </div>
  );
}

type AmountSliderProps = {
  offer: AdvanceOffer;
  amount: MoneyValue;
  onAmount: (amount: MoneyValue) => void;
};

function AmountSlider({ offer, amount, onAmount }: AmountSliderProps) {
  const scale = useMemo(() => amountScale(offer.available), [offer.available]);
  const textAt = (position: number) => {
    const at = scale.amountAt(position);
    return at === null ? "Nothing" : formatMoney(at);
  };
  return (
    <div>
      <Slider
        size="lg"
        thumbSize={26}
        min={0}
        max={scale.positions}
        value={scale.positionOf(typeof amount === "bigint" ? amount : null)}
        onChange={(position) => onAmount(scale.amountAt(position))}
        label={null}
        thumbLabel="Amount, by a slider"
        thumbValueText={textAt}
      />
      <div className={classes.ends} aria-hidden>
        <span>₦0</span>
        <span>{formatMoney(offer.available)}</span>
      </div>
    </div>
  );
}

/** The repayments with their dates, or why there are none. */
function PlanResult({
  offer,
  to,
  requested,
}: {
  offer: AdvanceOffer;
  to: Audience;
  requested: RequestedAdvance;
}) {
  const { amount, instalments } = requested;
  const plan = planOf(offer, typeof amount === "bigint" ? amount : null, instalments);
  if (!plan) return null;
  const { reasons, warnings } = assessPlan(offer, plan);
  const last = plan.instalments.at(-1)?.due ?? plan.requestedOn;
  return (
    <section className={classes.result} aria-label="What is paid back">
      {(reasons.length > 0 || (to === "staff" && warnings.length > 0)) && (
        <Notice
          title={reasons.length > 0 ? "This request is not possible" : "The Labour Act warns"}
        >
          <ul className={classes.sentences}>
            {reasons.map((reason) => (
              <li key={reason}>{ineligibilitySentence(reason, to)}</li>
            ))}
            {warnings.map((warning) => (
              <li key={warning.limit}>{labourActSentence(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={classes.payback} aria-live="polite">
        <p className={classes.label}>Paid back by {formatDate(last)}</p>
        <p className={classes.total}>{formatMoney(plan.payback)}</p>
      </div>
      <PlanTable plan={plan} rate={offer.interest_rate} />
    </section>
  );
}

/** The terms to accept; long ones unfold. */
export function AdvanceTerms({ html }: { html: string }) {
  const id = useId();
  return (
    <section data-surface="inset" className={classes.terms} aria-labelledby={id}>
      <h3 id={id} className={classes.legend}>
        Terms
      </h3>
      <Spoiler maxHeight={150} showLabel="Show all terms" hideLabel="Show less">
        <RichTextView html={html} allow="basic" />
      </Spoiler>
    </section>
  );
}
