import type { Cell } from "@kontor/contract/list";
import { cellText } from "@kontor/contract/list";

import { Money, NetMoney } from "../money.tsx";
import { StatusChip } from "../status-chip.tsx";

import classes from "./list-cell.module.css";

type ListCellProps = {
  cell: Cell;
  strong?: boolean;
  /** Truncates long text to two lines. */
  clamped?: boolean;
};

/** A cell of a described list, rendered by its kind. */
export function ListCell({ cell, strong = false, clamped = false }: ListCellProps) {
  if (cell.value === null || cell.value === "") return <EmptyValue />;
  switch (cell.kind) {
    case "named":
      return <NameWithCode {...cell.value} />;
    case "money":
      return <Money amount={cell.value} strong={strong} />;
    case "net":
      return <NetMoney amount={cell.value} strong={strong} />;
    case "balance":
      return <Money amount={cell.value.amount} side={cell.value.side} strong={strong} />;
    case "status":
      return <StatusChip tone="neutral">{cell.value}</StatusChip>;
    case "day":
    case "moment":
      return <time dateTime={cell.value.toISOString()}>{cellText(cell)}</time>;
    case "text":
    case "date":
    case "percent":
    case "count":
      break;
  }
  const text = cellText(cell);
  return clamped ? (
    <span className={classes.clamped} title={text}>
      <UnbrokenCodes in={text} />
    </span>
  ) : (
    <UnbrokenCodes in={text} />
  );
}

/**
 * A text in which each code and number of a record, such as 01-02-0007 and JRN-000051, stays on one
 * line. Browsers break lines after a hyphen, and half a code could be mistaken for another code.
 */
export function UnbrokenCodes({ in: text }: { in: string }) {
  const parts = text.split(/\b([A-Z\d]+(?:-\d+)+)\b/);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={classes.whole}>
        {part}
      </span>
    ),
  );
}

/** A name followed by its code. */
function NameWithCode({ name, code }: { name: string; code: string }) {
  return (
    <span>
      <span>{name}</span> <span className={classes.code}>{code}</span>
    </span>
  );
}

/** Shown for an empty value. */
function EmptyValue() {
  return (
    <span className={classes.none} aria-label="none">
      –
    </span>
  );
}
