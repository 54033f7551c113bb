import { formatMoney } from "@kontor/contract/format";
import { monthName } from "@kontor/payroll/month";
import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { payAccountQuery } from "../../funding/data.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PayrollRun } from "../data.ts";

import classes from "./steps.module.css";

const FundDialog = lazyComponent(() => import("../../funding/fund-dialog.tsx"), "FundDialog");

type FundingRequestProps = { run: PayrollRun; wallet: NonNullable<PayrollRun["wallet"]> };

/**
 * The shortfall of the wallet, and what to do: users who may fund it get a prefilled deposit;
 * others the amount and account to pass on. A deposit that is being entered stays when somebody
 * else covers the shortfall.
 */
export function FundingRequest({ run, wallet }: FundingRequestProps) {
  const { tenant_id, company_id, company_name, number, period } = run;
  const mayFund = useHasPermission("funding.write");
  const mayRead = useHasPermission("funding.read");
  const [funding, setFunding] = useState(false);
  const organization = { tenant_id, company_id };
  if (wallet.missing === 0n && !funding) return null;
  const purpose = `Payroll ${monthName(period)}, ${number}`;
  return (
    <div className={classes.request}>
      {mayFund ? (
        <OpenDialogButton
          size="xs"
          icon={<IconPlus size={15} aria-hidden />}
          onOpen={() => setFunding(true)}
        >
          Fund Account
        </OpenDialogButton>
      ) : (
        mayRead && (
          <Transfer
            organization={organization}
            amount={formatMoney(wallet.missing)}
            purpose={purpose}
          />
        )
      )}
      {mayRead && (
        <TextLink
          size="sm"
          to="/app/organizations/$tenant_id/$company_id"
          params={{ tenant_id: String(tenant_id), company_id: String(company_id) }}
          search={{ tab: "accounts" }}
        >
          To the company’s accounts
        </TextLink>
      )}
      <Suspense>
        {funding && (
          <FundDialog
            action="DEPOSIT"
            organization={organization}
            companyName={company_name}
            balance={wallet.balance}
            balanceSide="DR"
            proposed={{ amount: wallet.missing, description: purpose }}
            onExited={() => setFunding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

type TransferProps = {
  organization: { tenant_id: number; company_id: number };
  amount: string;
  purpose: string;
};

/** The account into which the missing amount is to be transferred, as text to copy. */
function Transfer({ organization, amount, purpose }: TransferProps) {
  const account = useQuery(payAccountQuery(organization)).data;
  const clipboard = useClipboard({ timeout: 2000 });
  if (account === undefined || account.status === "OPENING") return null;
  const { bank_name, account_name, virtual_account_number } = account;
  const text = `Please transfer ${amount} to ${account_name}, ${bank_name}, ${virtual_account_number}. ${purpose}`;
  return (
    <>
      <Sentence>
        Transfer {amount} to {account_name}, {bank_name}, <strong>{virtual_account_number}</strong>.
      </Sentence>
      <Button
        size="xs"
        variant="default"
        leftSection={
          clipboard.copied ? (
            <IconCheck size={15} aria-hidden />
          ) : (
            <IconCopy size={15} aria-hidden />
          )
        }
        onClick={() => clipboard.copy(text)}
      >
        {clipboard.copied ? "Copied" : "Copy Funding Request"}
      </Button>
    </>
  );
}
