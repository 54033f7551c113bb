import type { DataOf } from "@kontor/contract/endpoint";
import {
  walletLines,
  type fundingMovementsReport,
} from "@kontor/contract/reports/funding-movements";
import { useQuery } from "@tanstack/react-query";

import { meQuery } from "../../session/data.ts";
import { NetMoney } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { statementLink } from "../frame/drill-down.ts";
import type { Period } from "../frame/periods.ts";

import classes from "./funding.module.css";

type WalletChangeProps = {
  data: Pick<DataOf<typeof fundingMovementsReport.read>, "wallet" | "wallets">;
  period: Period;
  tenantId: number;
};

/**
 * The reconciliation of the wallet's opening to closing balance; each figure links to its
 * movements.
 */
export function WalletChange({ data: { wallet, wallets }, period, tenantId }: WalletChangeProps) {
  const permissions = useQuery(meQuery()).data?.permissions ?? [];
  const [only, ...others] = wallets;
  const ledger =
    only !== undefined && others.length === 0 && permissions.includes("accounting.read")
      ? statementLink(only.tenant_id, only.ledger_id, period)
      : null;
  return (
    <dl className={classes.figures} aria-label="The wallet">
      {walletLines(wallet).map(({ label, amount, kind }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {kind !== undefined ? (
              <TextLink
                to="/app/reports/transaction/funding-movements"
                search={{ ...(tenantId === 0 ? {} : { tenant_id: tenantId }), ...period, kind }}
              >
                <NetMoney amount={amount} />
              </TextLink>
            ) : ledger === null ? (
              <NetMoney amount={amount} />
            ) : (
              <TextLink {...ledger}>
                <NetMoney amount={amount} />
              </TextLink>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
