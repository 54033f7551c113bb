import { displayKobo } from "@kontor/books/money";
import { formatDate } from "@kontor/contract/format";
import { Button } from "@mantine/core";

import { NetMoney } from "../../ui/money.tsx";
import type { Column } from "../../ui/table/column.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { entryAddress } from "../entry-screens.ts";
import { isBroughtForward, itemKey, lineName, netOf, type Match } from "./matching.ts";
import { usePaged } from "./use-paged.ts";

import classes from "./bank-statement.module.css";

type MatchesTableProps = {
  label: string;
  tenantId: number;
  matches: readonly Match[];
  /** Confirms a match; left out for matches that need no confirmation. */
  onConfirm?: ((match: Match) => void) | undefined;
  /** Undoes a match. */
  onUnmatch: (match: Match) => void;
  empty: string;
};

/** Lines of the bank with their entries beside them. */
export function MatchesTable(props: MatchesTableProps) {
  const { label, tenantId, matches, onConfirm, onUnmatch, empty } = props;
  const paged = usePaged(matches);
  return (
    <DataTable
      label={label}
      columns={columnsFor(tenantId)}
      {...paged}
      rowKey={keyOf}
      rowName={nameOf}
      loading={false}
      empty={empty}
      rowEnd={{ header: "Action", cell: (match) => actionsOf(match, { onConfirm, onUnmatch }) }}
    />
  );
}

function actionsOf(
  match: Match,
  { onConfirm, onUnmatch }: Pick<MatchesTableProps, "onConfirm" | "onUnmatch">,
) {
  return (
    <span className={classes.rowButtons}>
      {onConfirm && (
        <Button
          size="compact-sm"
          aria-label={`Confirm ${nameOf(match)}`}
          onClick={() => onConfirm(match)}
        >
          Confirm
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Set Apart ${nameOf(match)}`}
        onClick={() => onUnmatch(match)}
      >
        Set Apart
      </Button>
    </span>
  );
}

function keyOf({ lines, items }: Match): string {
  return [...lines.map(({ line }) => line), ...items.map(itemKey)].join(" ");
}

function nameOf({ lines, items }: Match): string {
  const [line] = lines;
  return line ? lineName(line) : (items[0]?.ent_number ?? "");
}

function columnsFor(tenantId: number): readonly Column<Match>[] {
  return [
    {
      key: "bank",
      header: "In the Bank",
      phone: "what",
      wrap: true,
      cell: ({ lines }) => (
        <Movements
          none="No line"
          movements={lines.map((line) => ({
            key: String(line.line),
            date: line.date,
            text:
              [line.narration, line.reference].filter(Boolean).join(" · ") ||
              (isBroughtForward(line) ? "Line of an earlier statement" : ""),
          }))}
        />
      ),
    },
    {
      key: "books",
      header: "In the Books",
      phone: "detail",
      wrap: true,
      cell: ({ items }) => (
        <Movements
          none="No entry"
          movements={items.map((item) => ({
            key: itemKey(item),
            date: item.date,
            text: item.narration,
            link: (
              <TextLink
                underline="always"
                {...entryAddress({
                  tenant_id: tenantId,
                  id: item.entry_id,
                  entry_type_id: item.entry_type_id,
                })}
              >
                {item.ent_number}
              </TextLink>
            ),
          }))}
        />
      ),
    },
    {
      key: "amount",
      header: "Amount",
      kind: "money",
      align: "end",
      phone: "amount",
      cell: ({ lines, items }) => (
        <NetMoney amount={displayKobo(netOf(lines.length > 0 ? lines : items))} />
      ),
    },
  ];
}

type Movement = { key: string; date: string; text: string; link?: React.ReactNode };

/** Lines or entries one below the other: day, number and narration. */
function Movements({ movements, none }: { movements: readonly Movement[]; none: string }) {
  if (movements.length === 0) return <span className={classes.quiet}>{none}</span>;
  return (
    <ul className={classes.movements}>
      {movements.map(({ key, date, text, link }) => (
        <li key={key}>
          <span className={classes.day}>
            {formatDate(date)}
            {link && <> · {link}</>}
          </span>
          <span>{text || <span className={classes.quiet}>No narration</span>}</span>
        </li>
      ))}
    </ul>
  );
}
