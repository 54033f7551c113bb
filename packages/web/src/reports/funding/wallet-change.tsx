import { dayBefore } from "@kontor/books/calendar-date";
import { ZERO } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import {
  walletReconciliation,
  type fundingMovementsReport,
  type MovementKind,
  type WalletFigure,
} from "@kontor/contract/reports/funding-movements";
import type { LinkProps } from "@tanstack/react-router";

import { NetMoney } from "../../ui/money.tsx";
import { DrillDownLink } from "../../ui/text-link.tsx";
import { statementLink } from "../frame/drill-down.ts";
import type { Period } from "../frame/periods.ts";

import classes from "./funding.module.css";

/** The movements that a figure adds up; balances and other entries have none. */
const movementKinds: { readonly [Figure in WalletFigure]?: MovementKind } = {
  deposits: "deposit",
  withdrawals: "withdrawal",
  sent: "sent",
  returned: "returned",
};

/** A wallet in a range of days: of one organization, or of all together, which has no ledger. */
type WalletFilter = Period & { tenant_id?: number | undefined; ledger_id?: number | undefined };

/**
 * A link to what a figure of a wallet consists of: movements; for a balance, postings or the
 * ledgers of all organizations; for other entries, those that no movement explains. Null without
 * such a page.
 *
 * @param mayReadBooks whether the user may see ledgers.
 */
export function walletFigureLink(
  figure: WalletFigure,
  { tenant_id, ledger_id, ...period }: WalletFilter,
  mayReadBooks: boolean,
): LinkProps | null {
  const kind = movementKinds[figure];
  if (kind !== undefined) {
    const search = { tenant_id, ...period, kind };
    return { to: "/app/reports/transaction/funding-movements", search };
  }
  if (!mayReadBooks) return null;
  const { start_date, end_date } = period;
  const part = "wallet" as const;
  if (tenant_id !== undefined && ledger_id !== undefined) {
    if (figure !== "other") return statementLink(tenant_id, ledger_id, period);
    const search = { tenant_id, part, start_date, as_of: end_date };
    return { to: "/app/reports/transaction/reconciliation-differences", search };
  }
  // The table below lists other entries by organization.
  if (figure === "other") return null;
  const as_of = figure === "opening" ? dayBefore(start_date) : end_date;
  if (as_of === null) return null;
  return { to: "/app/reports/transaction/reconciliation", search: { as_of, part } };
}

type WalletChangeProps = {
  data: Pick<DataOf<typeof fundingMovementsReport.read>, "wallet" | "wallets">;
  period: Period;
  several: boolean;
  mayReadBooks: boolean;
};

/**
 * The reconciliation of the wallet's opening to closing balance; each figure links to what it
 * consists of.
 */
export function WalletChange({ data, period, several, mayReadBooks }: WalletChangeProps) {
  const { wallet, wallets } = data;
  const [only] = several ? [] : wallets;
  const { tenant_id, ledger_id } = only ?? {};
  return (
    <dl data-surface="card" className={classes.figures} aria-label="The wallet">
      {walletReconciliation(wallet).map(({ figure, label, amount }) => (
        <div key={figure}>
          <dt>{label}</dt>
          <dd>
            <DrillDownLink
              target={
                amount === ZERO
                  ? null
                  : walletFigureLink(figure, { ...period, tenant_id, ledger_id }, mayReadBooks)
              }
            >
              <NetMoney amount={amount} />
            </DrillDownLink>
          </dd>
        </div>
      ))}
    </dl>
  );
}
