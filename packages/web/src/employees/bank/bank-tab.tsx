import { formatDay } from "@kontor/contract/format";
import { Group } from "@mantine/core";
import { IconBuildingBank, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip, type StatusTone } from "../../ui/status-chip.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import {
  bankAccountChangesQuery,
  pathOf,
  type BankAccountChange,
  type Employee,
  type EmployeeTabProps,
} from "../data.ts";
import { Fact, Facts } from "../facts.tsx";
import { useUnmaskedNumbers } from "../unmasked-numbers.tsx";
import { BankWarnings } from "./bank-warnings.tsx";
import { RejectAccountDialog, WaitingAccount } from "./waiting-account.tsx";

import classes from "./bank.module.css";

const BankDialog = lazyComponent(() => import("./bank-dialog.tsx"), "BankDialog");

const AccountNameDialog = lazyComponent(
  () => import("./account-name-dialog.tsx"),
  "AccountNameDialog",
);

const firstAccountNote =
  "The first account is used at once. A second person confirms every later change.";
const changedAccountNote = "A new account is used once a second person has confirmed it.";

/** The account for pay, a change that waits for confirmation, and the history of both. */
export function BankTab({ employee }: EmployeeTabProps) {
  const changes = useQuery(bankAccountChangesQuery(pathOf(employee)));
  const decided = changes.data?.filter(({ status }) => status !== "WAITING") ?? [];
  const [rejecting, setRejecting] = useState<number | null>(null);
  const rejected = changes.data?.find(({ id }) => id === rejecting);
  return (
    <>
      <Loaded query={changes} what="The bank account changes">
        {(rows) =>
          rows
            .filter(({ status }) => status === "WAITING")
            .map((change) => (
              <WaitingAccount
                key={change.id}
                employee={employee}
                change={change}
                onReject={() => setRejecting(change.id)}
              />
            ))
        }
      </Loaded>
      <AccountPanel employee={employee} />
      {decided.length > 0 && (
        <Panel title="Account History">
          <DataTable
            label="Account History"
            columns={columns}
            rows={decided}
            rowKey={({ id }) => id}
            loading={false}
            empty="None"
          />
        </Panel>
      )}
      {rejected && (
        <RejectAccountDialog
          employee={employee}
          change={rejected}
          onExited={() => setRejecting(null)}
        />
      )}
    </>
  );
}

/** The account that pay goes to, with what can be changed about it. */
function AccountPanel({ employee }: EmployeeTabProps) {
  const { bank } = employee;
  const mayWrite = useHasPermission("employees.write");
  const [open, setOpen] = useState<"account" | "name" | null>(null);
  const { numbers, button } = useUnmaskedNumbers(employee);
  return (
    <>
      <Panel
        title="Bank Account"
        about={mayWrite ? (bank ? changedAccountNote : firstAccountNote) : undefined}
        aside={
          mayWrite && (
            <Group gap="xs">
              {bank && button}
              {bank && (
                <OpenDialogButton
                  size="xs"
                  variant="default"
                  data-shortcut={undefined}
                  icon={<IconPencil size={15} aria-hidden />}
                  onOpen={() => setOpen("name")}
                >
                  Correct Name
                </OpenDialogButton>
              )}
              <OpenDialogButton
                size="xs"
                icon={<IconBuildingBank size={15} aria-hidden />}
                onOpen={() => setOpen("account")}
              >
                {bank ? "Change Account" : "Add Account"}
              </OpenDialogButton>
            </Group>
          )
        }
      >
        {bank ? (
          <PresentAccount
            bank={bank}
            accountNumber={numbers?.account_number ?? bank.account_number}
          />
        ) : (
          <EmptyState text="No bank account yet" />
        )}
      </Panel>
      <Suspense>
        {open === "account" && <BankDialog employee={employee} onExited={() => setOpen(null)} />}
        {open === "name" && bank && (
          <AccountNameDialog employee={employee} bank={bank} onExited={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

type PresentAccountProps = { bank: NonNullable<Employee["bank"]>; accountNumber: string };

function PresentAccount({ bank, accountNumber }: PresentAccountProps) {
  return (
    <div className={classes.form}>
      <Facts>
        <Fact label="Bank">{bank.bank_name}</Fact>
        <Fact label="Account Number" number>
          {accountNumber}
        </Fact>
        <Fact label="Account Name">{bank.account_name}</Fact>
        {bank.provider_name !== bank.account_name && (
          <Fact label="Name at the Bank">{bank.provider_name}</Fact>
        )}
        <Fact label="Verified With the Bank">
          {bank.verified_at && formatDay(bank.verified_at)}
        </Fact>
      </Facts>
      <BankWarnings warnings={bank.warnings} />
    </div>
  );
}

const statuses: Readonly<Record<BankAccountChange["status"], StatusTone>> = {
  WAITING: "waiting",
  CONFIRMED: "good",
  REJECTED: "bad",
  WITHDRAWN: "neutral",
};

const columns: readonly Column<BankAccountChange>[] = [
  {
    key: "account",
    header: "Account",
    phone: "what",
    wrap: true,
    by: ({ bank_name, account_number }) => `${bank_name} ${account_number}`,
    cell: ({ bank_name, account_number }) => `${bank_name} ${account_number}`,
  },
  {
    key: "account_name",
    header: "Account Name",
    phone: "detail",
    wrap: true,
    by: ({ account_name }) => account_name,
    cell: ({ account_name }) => account_name,
  },
  {
    key: "status",
    header: "Status",
    phone: "end",
    cell: ({ status }) => <StatusChip tone={statuses[status]}>{status}</StatusChip>,
  },
  {
    key: "asked",
    header: "Entered",
    phone: "none",
    wrap: true,
    cell: ({ asked_at, asked_by }) => dayAndUser(asked_at, asked_by),
  },
  {
    key: "decided",
    header: "Decided",
    phone: "detail",
    wrap: true,
    cell: ({ decided_at, decided_by, reason }) => (
      <span className={classes.small}>
        {decided_at ? dayAndUser(decided_at, decided_by) : "–"}
        {reason !== "" && `: ${reason}`}
      </span>
    ),
  },
];

function dayAndUser(moment: Date, who: string | null): string {
  return `${formatDay(moment)}${who ? ` by ${who}` : ""}`;
}
