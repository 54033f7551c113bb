import { formatMoney } from "@kontor/contract/format";
import { IconCircleCheck, IconWallet } from "@tabler/icons-react";

import type { PayrollRun } from "../data.ts";

import classes from "./steps.module.css";

/**
 * Whether the wallet covers what is still to be sent, in one line; empty without the permission to
 * see funds.
 */
export function WalletCoverage({ run }: { run: PayrollRun }) {
  const { wallet, payment } = run;
  if (wallet === null || payment.to_send === 0n) return null;
  const later =
    wallet.needed_later > 0n
      ? `Entries dated later need ${formatMoney(wallet.needed_later)} of it.`
      : "";
  if (wallet.missing === 0n) {
    return (
      <p className={classes.cover} data-tone="good">
        <IconCircleCheck size={18} aria-hidden />
        The wallet covers it: {formatMoney(wallet.balance)} is there. {later}
      </p>
    );
  }
  return (
    <p className={classes.cover} data-tone="bad">
      <IconWallet size={18} aria-hidden />
      The wallet has {formatMoney(wallet.balance)} and is short by {formatMoney(wallet.missing)}.{" "}
      {later} Employees are paid in order of name until the balance runs out.
    </p>
  );
}
