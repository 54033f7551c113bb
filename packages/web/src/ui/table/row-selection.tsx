import { formatCount } from "@kontor/contract/format";
import { Button, Checkbox, Table, Text } from "@mantine/core";
import { useRef, useState, type RefObject } from "react";

import { focusInScreen } from "../../platform/message/return-focus.ts";

import classes from "./data-table.module.css";

/** An action on all ticked rows. */
export type BulkAction<Row> = {
  label: string;
  danger?: boolean;
  /** Whether the action applies to a row; to all rows by default. */
  fits?: (row: Row) => boolean;
  /**
   * The ticks are cleared afterwards. They stay when it resolves to `false`, because nothing was
   * done.
   */
  onRun: (rows: readonly Row[]) => Promise<unknown>;
};

/** The ticked rows of the page. */
export type RowSelection<Row> = {
  rows: readonly Row[];
  /** Whether all, none or some rows of the page are ticked. */
  state: "all" | "none" | "some";
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Ticks the whole page, or clears all ticks if all rows are ticked. */
  toggleAll: () => void;
  clear: () => void;
  /** Whether the user ticked this box last: that of a row, or without a row that of the page. */
  isLast: (row?: Row) => boolean;
  /** The bar with the actions on them. */
  bar: RefObject<HTMLDivElement | null>;
};

/**
 * Ticks are stored by key, so that they survive a refresh. A row that leaves the page is unticked.
 */
export function useRowSelection<Row>(
  shown: readonly Row[] | undefined,
  rowKey: (row: Row) => string | number,
): RowSelection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set());
  // The key of the row; null for the box of the whole page.
  const [last, setLast] = useState<string | number | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const onPage = shown ?? [];
  const has = (row: Row) => keys.has(rowKey(row));
  const rows = onPage.filter(has);
  const partly = rows.length === 0 ? "none" : "some";
  return {
    rows,
    state: rows.length > 0 && rows.length === onPage.length ? "all" : partly,
    has,
    toggle: (row) => {
      const others = [...keys].filter((key) => key !== rowKey(row));
      setKeys(new Set(has(row) ? others : [...others, rowKey(row)]));
      setLast(rowKey(row));
    },
    toggleAll: () => {
      setKeys(new Set(rows.length === onPage.length ? [] : onPage.map(rowKey)));
      setLast(null);
    },
    clear: () => setKeys(new Set()),
    isLast: (row) => rows.length > 0 && last === (row === undefined ? null : rowKey(row)),
    bar,
  };
}

/** The tick box for the whole page. */
export function SelectAllCheckbox<Row>({
  selection,
  label,
}: {
  selection: RowSelection<Row>;
  label?: string;
}) {
  return (
    <>
      <Checkbox
        size="xs"
        label={label}
        aria-label="Select all rows on this page"
        checked={selection.state === "all"}
        indeterminate={selection.state === "some"}
        onChange={selection.toggleAll}
      />
      {selection.isLast() && <SkipToActions bar={selection.bar} />}
    </>
  );
}

/** The same on a phone, where nobody sees the header of the table. */
export function SelectAllOnPhone<Row>({ selection }: { selection: RowSelection<Row> }) {
  return (
    <div className={classes.tickAll}>
      <SelectAllCheckbox selection={selection} label="Select all" />
    </div>
  );
}

/** The tick box of one row. */
export function SelectRowCell<Row>({
  selection,
  row,
  name,
}: {
  selection: RowSelection<Row>;
  row: Row;
  name: string;
}) {
  return (
    <Table.Td className={classes.tick} data-place="tick">
      <Checkbox
        size="xs"
        aria-label={`Select ${name}`}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
      {selection.isLast(row) && <SkipToActions bar={selection.bar} />}
    </Table.Td>
  );
}

/**
 * The next stop of the Tab key after the box that was ticked last, visible only with the focus.
 * It skips the remaining rows, which come before the actions below the table.
 */
function SkipToActions({ bar }: Pick<RowSelection<never>, "bar">) {
  return (
    <button
      type="button"
      className={classes.toActions}
      onClick={() => bar.current?.querySelector<HTMLElement>("button:enabled")?.focus()}
    >
      Skip to actions
    </button>
  );
}

type SelectionBarProps<Row> = { selection: RowSelection<Row>; actions: readonly BulkAction<Row>[] };

/** The number of ticked rows and the actions on them, below the rows; hidden while no row is ticked. */
export function SelectionBar<Row>({ selection, actions }: SelectionBarProps<Row>) {
  const { bar } = selection;
  const [running, setRunning] = useState<string | null>(null);
  if (selection.rows.length === 0) return null;
  const clear = () => {
    const all = bar.current?.parentElement?.querySelector<HTMLElement>("th input") ?? null;
    selection.clear();
    // The pressed button is removed with the ticks.
    setTimeout(() => focusInScreen(all));
  };
  const run = async ({ label, onRun }: BulkAction<Row>, rows: readonly Row[]) => {
    setRunning(label);
    try {
      if ((await onRun(rows)) !== false) clear();
    } finally {
      setRunning(null);
    }
  };
  return (
    <div ref={bar} className={classes.ticked} role="group" aria-label="Selected rows">
      <Text size="sm" role="status">
        {formatCount(selection.rows.length)} ticked
      </Text>
      {actions.map((action) => {
        const applicable = selection.rows.filter((row) => action.fits?.(row) ?? true);
        return (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            {...(action.danger ? { color: "red" } : {})}
            disabled={applicable.length === 0 || (running !== null && running !== action.label)}
            loading={running === action.label}
            onClick={() => void run(action, applicable)}
          >
            {action.label} ({formatCount(applicable.length)})
          </Button>
        );
      })}
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear selection
      </Button>
    </div>
  );
}
