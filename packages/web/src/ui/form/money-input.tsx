import { MAX_AMOUNT, ZERO, type Kobo, type MoneyProblem } from "@kontor/books/money";
import { parseMoneySum } from "@kontor/books/money-input";
import { formatAmount } from "@kontor/contract/format";
import { amountSentences } from "@kontor/contract/wire/money";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

import classes from "./money-input.module.css";

/**
 * The value of a money field: an amount, null if empty, or "unreadable" for a text that is not an
 * amount.
 */
export type MoneyValue = Kobo | null | "unreadable";

const moneySentences: Record<MoneyProblem, string> = {
  empty: "Enter an amount.",
  signed: "Enter an amount of zero or more, without a sign.",
  malformed: "Enter an amount such as 1,250.00.",
  too_many_decimals: "Use at most two decimals: one kobo is the smallest amount.",
  too_many_digits: "The amount is larger than the books can hold.",
};

/**
 * The error of a money field, for a form's rules.
 *
 * @param need `above-zero` and `amount` require an amount, `optional` allows none. `above-zero` is of
 *   an amount that is posted, which has a maximum.
 */
export function moneyProblem(
  value: MoneyValue,
  need: "above-zero" | "amount" | "optional",
): string | null {
  if (value === "unreadable") return moneySentences.malformed;
  if (value === null) return need === "optional" ? null : moneySentences.empty;
  if (need !== "above-zero") return null;
  if (value <= 0n) return "Enter an amount above 0.00.";
  return value > MAX_AMOUNT ? amountSentences.amount_over_max : null;
}

/** The problem of an amount that may be left empty, as a rule of a form. */
export function optionalMoneyProblem(value: MoneyValue): string | undefined {
  return moneyProblem(value, "optional") ?? undefined;
}

/** The amount, or zero where the field is empty or cannot be parsed. */
export function amountOrZero(value: MoneyValue): Kobo {
  return typeof value === "bigint" ? value : ZERO;
}

type MoneyInputProps = Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> & {
  value: MoneyValue;
  onChange: (value: MoneyValue) => void;
};

function textOf(value: MoneyValue): string {
  return typeof value === "bigint" ? formatAmount(value) : "";
}

/**
 * A field for naira, parsed into kobo while typing. It understands "1250", "₦1,250.5" and
 * "1,250.50", and sums such as "100+50.25" and "1.5m - 20k". On blur it formats the amount with
 * separators and two decimals.
 */
export function MoneyInput({ value, onChange, error, onBlur, ...others }: MoneyInputProps) {
  const [text, setText] = useState(textOf(value));
  const [known, setKnown] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  if (known !== value) {
    setKnown(value);
    setText(textOf(value));
    setProblem(null);
  }
  const read = (next: string) => {
    const parsed = parseMoneySum(next);
    const amount = typeof parsed === "bigint" ? parsed : parsed === "empty" ? null : "unreadable";
    setText(next);
    setKnown(amount);
    setProblem(null);
    onChange(amount);
  };
  return (
    <TextInput
      {...others}
      inputMode="decimal"
      autoComplete="off"
      leftSection="₦"
      classNames={{ input: classes.input, section: classes.currency }}
      value={text}
      error={problem ?? error}
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={(event) => {
        const parsed = parseMoneySum(text);
        if (typeof parsed === "bigint") setText(formatAmount(parsed));
        else if (parsed !== "empty") setProblem(moneySentences[parsed]);
        onBlur?.(event);
      }}
    />
  );
}
