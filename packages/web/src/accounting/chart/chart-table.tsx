import { classOf } from "@kontor/books/account-code";
import type { accountRow } from "@kontor/contract/accounting/accounts";
import { accountsList } from "@kontor/contract/accounting/lists";
import { formatBalance, formatCounted } from "@kontor/contract/format";
import { Badge, VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconPencil, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { z } from "zod";

import type { ListPlace } from "../../platform/list-search.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { AfterToday, Money } from "../../ui/money.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { ClassBadge, classTones } from "../account-class.tsx";
import { useDeleteGroup } from "../mutations.ts";

import classes from "./chart-table.module.css";

type Account = z.output<typeof accountRow>;

type ChartTableProps = {
  /** Whether the chart is of several organizations. */
  several: boolean;
  accounts: UseQueryResult<{ data: Account[]; meta: { total: number } }>;
  place: ListPlace;
  /** Folds groups; null while there is nothing to fold. */
  folding: { isFolded: (id: number) => boolean; toggle: (id: number) => void } | null;
  onGroupDeleted: (id: number) => void;
  /** Clears search and filters; undefined while there are none. */
  onClear: (() => void) | undefined;
};

/** Groups with their ledgers below them, in the order of their codes; a group folds to their sum. */
export function ChartTable(props: ChartTableProps) {
  const { several, accounts, place, folding, onGroupDeleted, onClear } = props;
  const mayWrite = useHasPermission("accounting.write");
  const deleteGroup = useDeleteGroup();
  const askToDelete = async (account: Account) => {
    if (!(await confirm("Are you sure you want to delete Group?"))) return;
    if (
      !(await succeeds(
        deleteGroup.mutateAsync({ input: { tenant_id: account.tenant_id, id: account.id } }),
      ))
    )
      return;
    onGroupDeleted(account.id);
    notifySuccess("Group deleted successfully..");
  };
  return (
    <div className={`${classTones} ${classes.chart}`}>
      <ListTable
        list={accountsList}
        several={several}
        cells={{
          code: codeCell,
          name: (account) => nameCell(account, folding),
          cl_balance: closingCell,
        }}
        query={accounts}
        rows={accounts.data?.data}
        total={accounts.data?.meta.total}
        place={place}
        rowKey={(account) => `${account.type} ${account.id}`}
        rowName={(account) => account.name}
        rowTone={(account) => classOf(account.code)}
        open={(account) =>
          account.type === "Ledger"
            ? accountLink(account)
            : folding && (() => folding.toggle(account.id))
        }
        {...(mayWrite && {
          actions: (account: Account) => actionsOf(account, () => void askToDelete(account)),
        })}
        empty={
          <EmptyState
            text="No Record Found"
            about={
              mayWrite
                ? "A group holds ledgers of one kind. Choose “Add Group” to create one, then “Add Ledger” to add ledgers to it."
                : "A group holds ledgers of one kind."
            }
            onClear={onClear}
          />
        }
      />
    </div>
  );
}

function actionsOf(account: Account, onDelete: () => void): RowAction[] {
  const search = { tenant_id: account.tenant_id };
  const icon = <IconPencil size={16} aria-hidden />;
  if (account.type === "Ledger") {
    const params = { ledger_id: String(account.id) };
    const link = { to: "/app/ledgers/edit/$ledger_id", params, search } as const;
    return [{ label: "Edit Ledger", icon, link }];
  }
  const params = { id: String(account.id) };
  const edit: RowAction = {
    label: "Edit Group",
    icon,
    link: { to: "/app/groups/edit/$id", params, search },
  };
  if (!account.control_group_delete) return [edit];
  const trash = <IconTrash size={16} aria-hidden />;
  return [edit, { label: "Delete Group", icon: trash, danger: true, onClick: onDelete }];
}

function codeCell(account: Account) {
  return (
    <span className={classes.code} data-type={account.type}>
      {account.code}
      {account.type === "Group" && <ClassBadge code={account.code} />}
    </span>
  );
}

/**
 * The closing balance as of today. A ledger with sub-ledgers also shows its own balance when it
 * differs.
 */
function closingCell(account: Account) {
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
      <AfterToday of={account} />
    </span>
  );
}

function nameCell(account: Account, folding: ChartTableProps["folding"]) {
  const { id, type, name: text, parent_ledger_id, count_sub_ledgers } = account;
  const level = type === "Group" ? 0 : parent_ledger_id === null ? 1 : 2;
  const folded = type === "Group" && folding?.isFolded(id) === true;
  return (
    <span className={classes.name} data-level={level}>
      {type === "Group" && folding && (
        <IconChevronDown
          size={14}
          className={classes.fold}
          data-folded={folded || undefined}
          aria-hidden
        />
      )}
      {type === "Group" ? <strong>{text}</strong> : text}
      {folded && <VisuallyHidden>, folded</VisuallyHidden>}
      {count_sub_ledgers > 0 && (
        <Badge variant="default" size="sm" ml="xs" className={classes.count}>
          {formatCounted(count_sub_ledgers, "sub-ledger")}
        </Badge>
      )}
    </span>
  );
}

/** A ledger opens its statement; one with sub-ledgers opens its page, which lists them. */
function accountLink({ tenant_id, id, count_sub_ledgers }: Account) {
  const params = { ledger_id: String(id) };
  const search = { tenant_id };
  return count_sub_ledgers === 0
    ? ({ to: "/app/ledger-statement/$ledger_id", params, search } as const)
    : ({ to: "/app/ledgers/edit/$ledger_id", params, search } as const);
}
