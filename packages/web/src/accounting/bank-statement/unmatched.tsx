import { displayKobo } from "@kontor/books/money";
import { formatCount, formatCounted, formatDate } from "@kontor/contract/format";
import { Button, Checkbox, Switch, Text } from "@mantine/core";
import { useState } from "react";

import { ButtonLink } from "../../ui/button-link.tsx";
import { NetMoney } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { entryAddress } from "../entry-screens.ts";
import {
  isBroughtForward,
  itemKey,
  lineName,
  netOf,
  type Matching,
  type BankLine,
  type BookItem,
  type Match,
} from "./matching.ts";
import { usePaged } from "./use-paged.ts";

import classes from "./bank-statement.module.css";

type UnmatchedProps = {
  ledger: { id: number; tenant_id: number };
  matching: Matching;
  /** Matches lines and entries of the same sum. */
  onMatch: (match: Match) => void;
};

/** A set of ticked rows, by key. */
function useTicked<Key>() {
  const [ticked, setTicked] = useState<ReadonlySet<Key>>(new Set());
  return {
    has: (key: Key) => ticked.has(key),
    toggle: (key: Key) =>
      setTicked(
        new Set(ticked.has(key) ? [...ticked].filter((each) => each !== key) : [...ticked, key]),
      ),
    clear: () => setTicked(new Set()),
  };
}

/**
 * Unmatched lines of the bank beside unmatched entries of the books. Ticked rows whose sums are
 * equal can be matched, for example one transfer with several entries, or an entry with its reversal.
 */
export function Unmatched({ ledger, matching, onMatch }: UnmatchedProps) {
  const { unmatchedLines, unmatchedItems, itemsOutside } = matching;
  const [withOutside, setWithOutside] = useState(false);
  const lines = useTicked<number>();
  const items = useTicked<string>();
  const books = withOutside ? [...unmatchedItems, ...itemsOutside] : unmatchedItems;
  const ticked = {
    lines: unmatchedLines.filter(({ line }) => lines.has(line)),
    items: books.filter((item) => items.has(itemKey(item))),
  };
  const clear = () => {
    lines.clear();
    items.clear();
  };
  return (
    <>
      <div className={classes.sides}>
        <section aria-labelledby="only-in-bank">
          <h3 id="only-in-bank" className={classes.subtitle}>
            Only in the Bank{" "}
            <span className={classes.count}>{formatCount(unmatchedLines.length)}</span>
          </h3>
          <UnmatchedLines ledger={ledger} rows={unmatchedLines} ticks={lines} />
        </section>
        <section aria-labelledby="only-in-books">
          <div className={classes.sideHead}>
            <h3 id="only-in-books" className={classes.subtitle}>
              Only in the Books{" "}
              <span className={classes.count}>{formatCount(unmatchedItems.length)}</span>
            </h3>
            {itemsOutside.length > 0 && (
              <Switch
                size="xs"
                label="Also entries of the days around"
                checked={withOutside}
                onChange={(event) => setWithOutside(event.currentTarget.checked)}
              />
            )}
          </div>
          <UnmatchedItems tenantId={ledger.tenant_id} rows={books} ticks={items} />
        </section>
      </div>
      <TickedBar
        ticked={ticked}
        onClear={clear}
        onMatch={() => {
          clear();
          onMatch(ticked);
        }}
      />
    </>
  );
}

type TickedBarProps = { ticked: Match; onClear: () => void; onMatch: () => void };

/** The sums of the ticked rows, and the button that matches them. */
function TickedBar({ ticked, onClear, onMatch }: TickedBarProps) {
  const { lines, items } = ticked;
  const [bank, books] = [netOf(lines), netOf(items)];
  if (lines.length + items.length === 0) return null;
  const matchable = bank === books && lines.length + items.length > 1;
  return (
    <div
      data-surface="card"
      className={classes.ticked}
      role="group"
      aria-label="Ticked lines and entries"
    >
      <Text size="sm" role="status">
        {formatCounted(lines.length, "line")}: <NetMoney amount={displayKobo(bank)} /> ·{" "}
        {formatCounted(items.length, "entry", "entries")}: <NetMoney amount={displayKobo(books)} />
        {bank !== books && (
          <>
            {" "}
            · Difference: <NetMoney amount={displayKobo(bank - books)} />
          </>
        )}
      </Text>
      <Button size="xs" disabled={!matchable} onClick={onMatch}>
        Match
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}

type Ticks<Key> = ReturnType<typeof useTicked<Key>>;

type UnmatchedLinesProps = {
  ledger: UnmatchedProps["ledger"];
  rows: readonly BankLine[];
  ticks: Ticks<number>;
};

function UnmatchedLines({ ledger, rows, ticks }: UnmatchedLinesProps) {
  return (
    <DataTable
      label="Only in the bank"
      columns={bankColumns(ticks)}
      {...usePaged(rows)}
      rowKey={({ line }) => line}
      loading={false}
      empty="Every line of the bank is matched"
      rowEnd={{ header: "Action", cell: (line) => addEntryLink(ledger, line) }}
    />
  );
}

function bankColumns(ticks: Ticks<number>): readonly Column<BankLine>[] {
  return [
    tickColumn(lineName, (row) => row.line, ticks),
    {
      key: "narration",
      header: "Line",
      phone: "what",
      wrap: true,
      cell: ({ date, line, narration, reference }) => (
        <div className={classes.movement}>
          <span className={classes.day}>
            {formatDate(date)} ·{" "}
            {isBroughtForward({ line }) ? "brought forward" : `row ${formatCount(line)}`}
          </span>
          <span>
            {narration || (
              <span className={classes.quiet}>
                {isBroughtForward({ line }) ? "Line of an earlier statement" : "No narration"}
              </span>
            )}
          </span>
          {reference !== "" && <span className={classes.quiet}>{reference}</span>}
        </div>
      ),
    },
    amountColumn(),
  ];
}

/** A link to the form of a receipt or payment, prefilled from the line. */
function addEntryLink(ledger: UnmatchedProps["ledger"], line: BankLine) {
  const kind = line.dc === "DR" ? "receipt" : "payment";
  return (
    <ButtonLink
      size="compact-sm"
      variant="default"
      aria-label={`Add Entry for ${lineName(line)}`}
      to="/app/entries/$kind/add"
      params={{ kind }}
      search={{ tenant_id: ledger.tenant_id }}
      state={{
        filledEntry: {
          ledgerId: ledger.id,
          dc: line.dc,
          amount: String(line.amount),
          date: line.date,
          narration: line.narration,
        },
      }}
    >
      Add Entry
    </ButtonLink>
  );
}

type UnmatchedItemsProps = { tenantId: number; rows: readonly BookItem[]; ticks: Ticks<string> };

function UnmatchedItems({ tenantId, rows, ticks }: UnmatchedItemsProps) {
  return (
    <DataTable
      label="Only in the books"
      columns={booksColumns(tenantId, ticks)}
      {...usePaged(rows)}
      rowKey={itemKey}
      loading={false}
      empty="Every entry is matched"
    />
  );
}

function booksColumns(tenantId: number, ticks: Ticks<string>): readonly Column<BookItem>[] {
  return [
    tickColumn((item: BookItem) => item.ent_number, itemKey, ticks),
    {
      key: "narration",
      header: "Entry",
      phone: "what",
      wrap: true,
      cell: ({ date, ent_number, narration, entry_id, entry_type_id, carried }) => (
        <div className={classes.movement}>
          <span className={classes.day}>
            {formatDate(date)} ·{" "}
            <TextLink
              underline="always"
              {...entryAddress({ tenant_id: tenantId, id: entry_id, entry_type_id })}
            >
              {ent_number}
            </TextLink>
            {carried && " · brought forward"}
          </span>
          <span>{narration || <span className={classes.quiet}>No narration</span>}</span>
        </div>
      ),
    },
    amountColumn(),
  ];
}

function tickColumn<Row, Key>(
  nameOf: (row: Row) => string,
  keyOf: (row: Row) => Key,
  ticks: Ticks<Key>,
): Column<Row> {
  return {
    key: "tick",
    header: "",
    width: 36,
    phone: "picture",
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${nameOf(row)}`}
        checked={ticks.has(keyOf(row))}
        onChange={() => ticks.toggle(keyOf(row))}
      />
    ),
  };
}

function amountColumn<Row extends Pick<BankLine, "amount" | "dc">>(): Column<Row> {
  return {
    key: "amount",
    header: "Amount",
    kind: "money",
    align: "end",
    phone: "amount",
    cell: (row) => <NetMoney amount={displayKobo(netOf([row]))} />,
  };
}
