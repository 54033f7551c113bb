import { ActionIcon, Button, Skeleton, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconPlus, IconTestPipe } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { notifyError } from "../platform/message/notify.tsx";
import { NotLoaded } from "../ui/page/not-loaded.tsx";
import { Notice } from "../ui/page/notice.tsx";
import { financialsQuery, payAccountQuery, type CompanyPath } from "./data.ts";
import { FundDialog } from "./fund-dialog.tsx";
import { Balance } from "./fund-summary.tsx";
import { Transactions } from "./transactions.tsx";

import classes from "./funding.module.css";

type CompanyAccountsProps = {
  organization: CompanyPath;
  companyName: string;
  /** Whether the user may deposit and withdraw. */
  mayWrite: boolean;
};

/** A company's balance, pay account, and movements. */
export function CompanyAccounts(account: CompanyAccountsProps) {
  const { organization } = account;
  return (
    <div className={classes.accounts}>
      <div className={classes.cards}>
        <BalanceCard {...account} />
        <AccountCard organization={organization} />
      </div>
      <SandboxNotice organization={organization} />
      <Transactions {...account} />
    </div>
  );
}

function BalanceCard({ organization, companyName, mayWrite }: CompanyAccountsProps) {
  const [funding, setFunding] = useState(false);
  const { data, error, isError, isFetching, refetch } = useQuery(
    financialsQuery({ ...organization, page: 1 }),
  );
  if (!data) {
    return (
      <section data-surface="card" className={classes.card} aria-label="Balance">
        {isError && !isFetching ? (
          <NotLoaded what="The balance" failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={86} />
        )}
      </section>
    );
  }
  const { balance, balance_dc } = data.data;
  return (
    <section data-surface="card" className={classes.card} aria-label="Balance">
      <div>
        <Text size="sm" c="dimmed">
          Current Balance
        </Text>
        <p className={classes.amount}>
          <Balance amount={balance} side={balance_dc} />
        </p>
      </div>
      {mayWrite && (
        <Button
          className={classes.fund}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setFunding(true)}
        >
          Fund Account
        </Button>
      )}
      {funding && (
        <FundDialog
          action="DEPOSIT"
          organization={organization}
          companyName={companyName}
          balance={balance}
          balanceSide={balance_dc}
          onExited={() => setFunding(false)}
        />
      )}
    </section>
  );
}

function AccountCard({ organization }: { organization: CompanyPath }) {
  const { data, error, isError, isFetching, refetch } = useQuery(payAccountQuery(organization));
  if (!data) {
    return (
      <section data-surface="card" className={classes.card} aria-label="Account details">
        {isError && !isFetching ? (
          <NotLoaded what="The account" failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={86} />
        )}
      </section>
    );
  }
  if (data.status === "OPENING") {
    return (
      <section data-surface="card" className={classes.card} aria-label="Account details">
        <div role="status">
          <Text fw={600}>The account is being opened</Text>
          <Text size="sm" c="dimmed">
            Its bank and number appear here as soon as the bank has assigned them.
          </Text>
        </div>
      </section>
    );
  }
  return (
    <section data-surface="card" className={classes.card} aria-label="Account details">
      <dl className={classes.details}>
        <dt>Bank Name</dt>
        <dd>{data.bank_name}</dd>
        <dt>Account Name</dt>
        <dd>{data.account_name}</dd>
        <dt>Virtual Account Number</dt>
        <dd className={classes.number}>
          {data.virtual_account_number}
          <CopyNumber number={data.virtual_account_number} />
        </dd>
      </dl>
    </section>
  );
}

/** Says that the account is of a sandbox and not of a bank. */
function SandboxNotice({ organization }: { organization: CompanyPath }) {
  const { data } = useQuery(payAccountQuery(organization));
  if (!data?.sandbox) return null;
  return (
    <Notice icon={IconTestPipe}>
      <strong>Sandbox account.</strong> No bank is connected and no real money moves. Deposits only
      change the books.
    </Notice>
  );
}

function CopyNumber({ number }: { number: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const label = copied ? "Copied" : "Copy virtual account number";
  const [shown, setShown] = useState<Error | null>(null);
  if (error !== shown) {
    setShown(error);
    if (error) notifyError("The number could not be copied. Select it and copy it yourself.");
  }
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Copy virtual account number"
          onClick={() => copy(number)}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
    </>
  );
}
