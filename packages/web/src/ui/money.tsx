import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { formatBalance, formatMoney, formatNet } from "@kontor/contract/format";
import { Text } from "@mantine/core";
import { createContext, use } from "react";

import classes from "./money.module.css";

/** Whether amounts are shown without the currency symbol, because the column header shows it. */
export const WithoutCurrencySymbol = createContext(false);

/** An amount as text, without the currency symbol if the column header shows it. */
function useMoneyText(text: string): string {
  return use(WithoutCurrencySymbol) ? text.replace("₦", "") : text;
}

type MoneyProps = {
  amount: Kobo;
  /** The side of a balance. A zero balance shows none. */
  side?: Side;
  /** Shows a dash for zero, for columns of debits and credits. */
  dashForZero?: boolean;
  strong?: boolean;
};

/** An amount in tabular figures, so that the kobo of a column are aligned. */
export function Money({ amount, side, dashForZero = false, strong = false }: MoneyProps) {
  const shown = useMoneyText(formatMoney(amount));
  if (dashForZero && amount === 0n) {
    return (
      <span className={classes.none} aria-label="none">
        –
      </span>
    );
  }
  return (
    <span
      className={classes.money}
      data-strong={strong || undefined}
      data-zero={amount === 0n || undefined}
    >
      {shown}
      {side !== undefined && (
        <span className={classes.side} data-side={side}>
          {amount === 0n ? "" : ` ${side}`}
        </span>
      )}
    </span>
  );
}

/** An amount that may be negative, such as a loss, shown in brackets. */
export function NetMoney({ amount, strong = false }: Pick<MoneyProps, "amount" | "strong">) {
  return (
    <span
      className={classes.money}
      data-strong={strong || undefined}
      data-zero={amount === 0n || undefined}
      data-net={amount < 0n ? "negative" : "positive"}
    >
      {useMoneyText(formatNet(amount))}
    </span>
  );
}

/** The sum of entries with a later date, shown beside a closing balance as of today. */
export function AfterToday({ of }: { of: { after_today: Kobo; after_today_dc: Side } }) {
  if (of.after_today === 0n) return null;
  return (
    <Text span display="block" size="xs" c="dimmed" fw={400}>
      and {formatBalance(of.after_today, of.after_today_dc)} after today
    </Text>
  );
}
