import { ZERO, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { entryChangeTitles, withChangedColumn } from "@kontor/contract/accounting/as-recorded";
import { statementList } from "@kontor/contract/accounting/lists";
import type { statement, statementRow } from "@kontor/contract/accounting/statements";
import { formatCount } from "@kontor/contract/format";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { z } from "zod";

import type { ListPlace } from "../../platform/list-search.ts";
import { Money } from "../../ui/money.tsx";
import { ListTable } from "../../ui/table/list-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryLink } from "../entry-link.tsx";
import { entryAddress } from "../entry-screens.ts";
import { changesLink } from "../links.ts";

import classes from "./statement.module.css";

type Statement = z.output<typeof statement>;
type StatementRow = z.output<typeof statementRow>;

type StatementTableProps = {
  loaded: { data: Statement; meta: { total: number } };
  empty: ReactNode;
  /** The moment since which lines are marked; undefined for none. */
  recorded: string | undefined;
  /** The results of a search, shown without balances around them; undefined without a search. */
  found?: { rows: readonly StatementRow[] | undefined; total: number } | undefined;
  query: Pick<
    UseQueryResult,
    "isPending" | "isPlaceholderData" | "error" | "isError" | "isFetching" | "refetch"
  >;
  place: ListPlace;
};

/**
 * The postings of a ledger with the balance after each, between the opening and closing balances of
 * the page.
 */
export function StatementTable({
  loaded: { data: shown, meta },
  recorded,
  found,
  ...table
}: StatementTableProps) {
  const { tenant_id, id } = shown.ledger;
  const opening = { amount: shown.current_opening_balance, side: shown.current_opening_balance_dc };
  const closing = { amount: shown.current_closing_balance, side: shown.current_closing_balance_dc };
  return (
    <ListTable
      {...table}
      list={withChangedColumn(statementList, recorded)}
      cells={{
        lines: itemsCell,
        debit: debitCell,
        credit: creditCell,
        changed: (row) => changedSinceLink(row, { tenant_id, id }, recorded),
      }}
      rows={found ? found.rows : shown.rows}
      total={found ? found.total : meta.total}
      rowKey={({ entry_id, line }) => `${entry_id} ${line}`}
      open={({ entry_id, entry_type_id }) =>
        entryAddress({ tenant_id, id: entry_id, entry_type_id })
      }
      rowEnd={{ header: "Action", cell: (row) => entryLink(tenant_id, row), repeats: true }}
      {...(!found && {
        before: [{ label: "Current Opening Balance", cells: { balance: opening } }],
        after: [
          { label: "Current Closing Balance", cells: { balance: closing } },
          {
            label: `Total of ${formatCount(meta.total)}`,
            cells: { debit: shown.total_debit, credit: shown.total_credit },
          },
        ],
      })}
    />
  );
}

function debitCell({ item_debit_amount: amount }: StatementRow) {
  return <PostedAmount amount={amount} side="DR" />;
}

function creditCell({ item_credit_amount: amount }: StatementRow) {
  return <PostedAmount amount={amount} side="CR" />;
}

/** An amount on one side. A phone, which has no columns for the sides, names it. */
function PostedAmount({ amount, side }: { amount: Kobo; side: Side }) {
  return (
    <>
      <Money amount={amount} dashForZero />
      {amount !== ZERO && <span className={classes.onPhone}> {side}</span>}
    </>
  );
}

function entryLink(tenantId: number, row: StatementRow) {
  return (
    <EntryLink
      tenantId={tenantId}
      id={row.entry_id}
      typeId={row.entry_type_id}
      number={row.ent_number}
      inReversal={row.in_reversal}
      locked={row.locked}
    />
  );
}

/** How a line has changed since, with a link to the entries of the ledger recorded later. */
function changedSinceLink(
  { since }: StatementRow,
  ledger: { tenant_id: number; id: number },
  recorded?: string,
) {
  if (since === null || recorded === undefined) return null;
  return (
    <TextLink {...changesLink(ledger.tenant_id, recorded, { ledger_id: ledger.id })}>
      {entryChangeTitles[since]}
    </TextLink>
  );
}

/**
 * The two items of an entry that a line shows, with its narration. The ledger's own item is dimmed,
 * because it is the same in every line.
 */
function itemsCell(row: StatementRow) {
  const own = row.item_debit_amount === ZERO ? "CR" : "DR";
  return (
    <span className={classes.lines}>
      {[row.item_first, row.item_second].map(({ dc, code, name }) => (
        <span key={dc} className={classes.line} data-own={dc === own || undefined}>
          <span className={classes.side}>{dc}</span>
          <span>
            {name} <span className={classes.code}>{code}</span>
          </span>
        </span>
      ))}
      {row.narration !== "" && (
        <span className={classes.narration} title={row.narration}>
          {row.narration}
        </span>
      )}
      {row.more_items > 0 && (
        <span className={classes.quiet}>
          and {row.more_items} more {row.more_items === 1 ? "item" : "items"}
        </span>
      )}
    </span>
  );
}
