import { classOf } from "@kontor/books/account-code";
import type { accountRow } from "@kontor/contract/accounting";
import { formatBalance, formatCount } from "@kontor/contract/format";
import { Badge } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { z } from "zod";

import { succeeds } from "../../platform/api-problem.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { allOrganizations } from "../../platform/scope-filter.ts";
import { Money } from "../../ui/money.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ClassBadge, classTones } from "../account-class.tsx";
import { useDeleteGroup } from "../changes.ts";
import { perPage } from "../data.ts";

import classes from "./chart-table.module.css";

type Account = z.output<typeof accountRow>;

type ChartTableProps = {
  /** The organization shown; 0 for all, which names each row's own. */
  tenantId: number;
  accounts: Pick<
    UseQueryResult<{ data: Account[]; meta: { total: number } }>,
    "data" | "isFetching" | "isPending" | "isError" | "isPlaceholderData" | "refetch"
  >;
  page: number;
  onPage: (page: number) => void;
  onGroupDeleted: (id: number) => void;
};

/** Groups with their ledgers below them, in the order of their codes. */
export function ChartTable({ tenantId, accounts, page, onPage, onGroupDeleted }: ChartTableProps) {
  const deleteGroup = useDeleteGroup();
  const askToDelete = async (account: Account) => {
    if (!(await confirm("Are you sure you want to delete Group?"))) return;
    if (!(await succeeds(deleteGroup.mutateAsync({ input: { id: account.id } })))) {
      // The flag that allowed it may no longer be true.
      void accounts.refetch();
      return;
    }
    onGroupDeleted(account.id);
    notifySuccess("Group deleted successfully..");
  };
  return (
    <div className={`${classTones} ${classes.chart}`}>
      <DataTable
        label="Chart of Accounts"
        columns={columnsFor(tenantId)}
        rows={accounts.data?.data}
        rowKey={(account) => `${account.type} ${account.id}`}
        rowName={(account) => account.name}
        rowTone={(account) => classOf(account.code)}
        loading={accounts.isPending || accounts.isPlaceholderData}
        failed={accounts.isError}
        onRetry={() => void accounts.refetch()}
        empty="No Record Found"
        actions={(account) => actionsOf(account, () => void askToDelete(account))}
        paging={{ page, perPage, total: accounts.data?.meta.total ?? 0, onPage }}
      />
    </div>
  );
}

function actionsOf(account: Account, onDelete: () => void): RowAction[] {
  const icon = <IconPencil size={16} aria-hidden />;
  if (account.type === "Ledger") {
    const params = { ledger_id: String(account.id) };
    return [{ label: "Edit Ledger", icon, link: { to: "/app/ledgers/edit/$ledger_id", params } }];
  }
  const params = { id: String(account.id) };
  const edit: RowAction = {
    label: "Edit Group",
    icon,
    link: { to: "/app/groups/edit/$id", params },
  };
  if (!account.control_group_delete) return [edit];
  const trash = <IconTrash size={16} aria-hidden />;
  return [edit, { label: "Delete Group", icon: trash, danger: true, onClick: onDelete }];
}

function columnsFor(tenantId: number): Column<Account>[] {
  return [
    { key: "code", header: "Account Code", cell: (account) => <Code account={account} /> },
    {
      key: "name",
      header: "Account Name",
      wrap: true,
      cell: (account) => (
        <Name account={account} withOrganization={tenantId === allOrganizations} />
      ),
    },
    { key: "type", header: "Type", cell: ({ type }) => type },
    {
      key: "op_balance",
      header: "O/P Balance",
      align: "end",
      cell: (account) => (
        <Money
          amount={account.op_balance}
          side={account.op_balance_dc}
          strong={account.type === "Group"}
        />
      ),
    },
    {
      key: "cl_balance",
      header: "C/L Balance",
      align: "end",
      cell: (account) => <Closing account={account} />,
    },
  ];
}

function Code({ account }: { account: Account }) {
  return (
    <span className={classes.code} data-type={account.type}>
      {account.code}
      {account.type === "Group" && <ClassBadge code={account.code} />}
    </span>
  );
}

/** The closing balance; a ledger with sub-ledgers also shows its own where theirs make a difference. */
function Closing({ account }: { account: Account }) {
  const own =
    account.own_balance !== account.cl_balance || account.own_balance_dc !== account.cl_balance_dc;
  return (
    <span className={classes.closing}>
      <Money
        amount={account.cl_balance}
        side={account.cl_balance_dc}
        strong={account.type === "Group"}
      />
      {account.count_sub_ledgers > 0 && own && (
        <span className={classes.below}>
          Own: {formatBalance(account.own_balance, account.own_balance_dc)}
        </span>
      )}
    </span>
  );
}

function Name({ account, withOrganization }: { account: Account; withOrganization: boolean }) {
  const level = account.type === "Group" ? 0 : account.parent_ledger_id === null ? 1 : 2;
  return (
    <span className={classes.name} data-level={level}>
      <span>
        <AccountLink account={account} />
        {account.count_sub_ledgers > 0 && (
          <Badge
            variant="default"
            size="sm"
            ml="xs"
            className={classes.count}
            aria-label={`${account.count_sub_ledgers} sub-ledgers`}
          >
            {formatCount(account.count_sub_ledgers)} sub-ledger
            {account.count_sub_ledgers === 1 ? "" : "s"}
          </Badge>
        )}
      </span>
      {withOrganization && <span className={classes.below}>{account.organization_name}</span>}
    </span>
  );
}

/** A ledger leads to its statement; one with sub-ledgers to its page, which lists them. */
function AccountLink({ account }: { account: Account }) {
  if (account.type === "Group") return <strong>{account.name}</strong>;
  const params = { ledger_id: String(account.id) };
  return account.count_sub_ledgers === 0 ? (
    <TextLink to="/app/ledger-statement/$ledger_id" params={params}>
      {account.name}
    </TextLink>
  ) : (
    <TextLink to="/app/ledgers/edit/$ledger_id" params={params}>
      {account.name}
    </TextLink>
  );
}
