import { kobo, type Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import { interestRate, maxPercentage } from "@kontor/contract/salary-advances/advance-rules";
import { advanceLimit } from "@kontor/payroll/advances/eligibility";
import { paybackOf } from "@kontor/payroll/advances/plan";
import { basisPointsOf } from "@kontor/payroll/percentage";
import { NumberInput, Text } from "@mantine/core";
import { useState } from "react";

import { Example } from "../../ui/form/form-with-aside.tsx";
import { MoneyInput, type MoneyValue } from "../../ui/form/money-input.tsx";

import classes from "./advance-rules.module.css";

/** The maximum number of days of the example: ten years. */
const maxDays = 3650;

/** The gross monthly salary in the example of the limit. */
const salary = kobo(200_000_00n);

/** Whole naira without kobo: "₦100,000". */
function wholeNaira(amount: Kobo): string {
  return formatMoney(amount).replace(/\.00$/, "");
}

/**
 * What an advance costs, in a sentence: "₦100,000 for 30 days at 12% → ₦100,986.30".
 *
 * @param rate percent a year.
 */
export function workedExample(amount: Kobo, days: number, rate: number): string {
  const payback = paybackOf(amount, basisPointsOf(rate), days);
  const span = days === 1 ? "1 day" : `${days} days`;
  return `${wholeNaira(amount)} for ${span} at ${rate}% → ${wholeNaira(payback)}`;
}

/** The limit of an employee with a given salary, in a sentence. */
export function limitSentence(percentage: number): string {
  const limit = advanceLimit(salary, percentage);
  return `An employee with ${wholeNaira(salary)} monthly gross can have up to ${wholeNaira(limit)}.`;
}

/** The sentence, without line breaks between figures and units. */
function withoutLineBreaks(sentence: string) {
  return sentence
    .split(/(\d+(?:\.\d+)? %|\d+ days?)/)
    .map((part, index) => (index % 2 === 1 ? <NoWrap key={part}>{part}</NoWrap> : part));
}

function NoWrap({ children }: { children: string }) {
  return <span className={classes.unbroken}>{children}</span>;
}

type WorkedExampleProps = { rate: number | string; percentage: number | string };

/** An example of the rules for an amount, recomputed as the user types. */
export function WorkedExample({ rate, percentage }: WorkedExampleProps) {
  const [amount, setAmount] = useState<MoneyValue>(kobo(100_000_00n));
  const [days, setDays] = useState<number | string>(30);
  const readRate = interestRate.safeParse(rate);
  const readPercentage = maxPercentage.safeParse(percentage);
  const computable =
    readRate.success && typeof amount === "bigint" && typeof days === "number" && days >= 0;
  return (
    <Example title="Worked example">
      <p className={classes.sentence} aria-live="polite">
        {computable
          ? withoutLineBreaks(workedExample(amount, days, readRate.data))
          : "Enter a rate, an amount and days to see the payback amount."}
      </p>
      <div className={classes.exampleFields}>
        <MoneyInput label="Example Amount" value={amount} onChange={setAmount} />
        <NumberInput
          label="Example Days"
          value={days}
          onChange={setDays}
          min={0}
          max={maxDays}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
        />
      </div>
      {readPercentage.success && <Text size="sm">{limitSentence(readPercentage.data)}</Text>}
      <Text size="sm" c="dimmed">
        Interest = amount × rate × days ÷ 365, rounded half-up to the kobo. Days are counted from
        the request to the due date, and a year has 365 days. The payback amount is fixed when the
        advance is requested.
      </Text>
    </Example>
  );
}
