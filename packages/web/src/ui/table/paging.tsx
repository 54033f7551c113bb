import { formatCount } from "@kontor/contract/format";
import { Pagination, Text } from "@mantine/core";

import classes from "./paging.module.css";

export type PagingProps = {
  /** Counts from 1. */
  page: number;
  perPage: number;
  /** All rows of the list. */
  total: number;
  onPage: (page: number) => void;
};

const controls = {
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
} as const;

/** Which rows are shown, and the way to the others. */
export function Paging({ page, perPage, total, onPage, label }: PagingProps & { label: string }) {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <div className={classes.paging}>
      <Text size="sm" c="dimmed" className={classes.count}>
        {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
      </Text>
      {pages > 1 && (
        <nav aria-label={`Pages of ${label}`}>
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={onPage}
            getControlProps={(control) => ({ "aria-label": controls[control] })}
            getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
          />
        </nav>
      )}
    </div>
  );
}
