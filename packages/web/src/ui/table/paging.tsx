import { formatCount } from "@kontor/contract/format";
import { ActionIcon, NativeSelect, Pagination, Text } from "@mantine/core";
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";

import { useOnPhone } from "../screen-width.ts";
import { chooseDensity, useDensity } from "./density.ts";

import classes from "./paging.module.css";

export type PagingProps = {
  /** Counts from 1. */
  page: number;
  perPage: number;
  /** The number of all rows of the list. */
  total: number;
  /** With `replace`, the back button does not return to the present page. */
  onPage: (page: number, options?: { replace?: boolean }) => void;
  /** Offers a choice of the page size. */
  onPerPage?: (perPage: number) => void;
};

const controls = {
  first: "First page",
  previous: "Previous page",
  next: "Next page",
  last: "Last page",
} as const;

const sizes = [10, 25, 50, 100];

/** The range of rows on the page, their total, the density, and the paging buttons. */
export function Paging({ label, ...props }: PagingProps & { label: string }) {
  const { page, perPage, total, onPage, onPerPage } = props;
  const onPhone = useOnPhone();
  const buttons = useRef<HTMLElement>(null);
  const press = useFocusedPage(buttons, page);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <div className={classes.paging}>
      <div className={classes.shown}>
        <Text size="sm" c="dimmed" className={classes.count}>
          {formatCount(first)}–{formatCount(last)} of {formatCount(total)}
        </Text>
        {onPerPage && total > Math.min(...sizes) && (
          <NativeSelect
            size="xs"
            aria-label="Rows per page"
            value={perPage}
            data={[...new Set([...sizes, perPage])]
              .toSorted((one, other) => one - other)
              .map((size) => ({ value: String(size), label: `${size} rows` }))}
            onChange={(event) => onPerPage(Number(event.currentTarget.value))}
          />
        )}
        <DensityButton />
      </div>
      {pages > 1 && (
        <nav ref={buttons} aria-label={`Pages of ${label}`}>
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={(to) => {
              press();
              onPage(to);
            }}
            // All buttons fit on one line of a phone.
            siblings={onPhone ? 0 : 1}
            getControlProps={(control) => ({ "aria-label": controls[control] })}
            getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
          />
        </nav>
      )}
    </div>
  );
}

/**
 * Moves the focus from a button that is disabled or gone on the chosen page, such as "Next page" on
 * the last one, to that of the page. @returns a function to call when a button is pressed.
 */
function useFocusedPage(buttons: RefObject<HTMLElement | null>, page: number) {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (button === null || (button.isConnected && !button.matches(":disabled"))) return;
    buttons.current?.querySelector<HTMLElement>("[aria-current=page]")?.focus();
  }, [buttons, page]);
  return () => {
    pressed.current = document.activeElement;
  };
}

/** Switches between comfortable and compact rows. A phone has its own density. */
function DensityButton() {
  const compact = useDensity() === "compact";
  const words = compact ? "Comfortable rows" : "Compact rows";
  const Icon = compact ? IconBaselineDensityMedium : IconBaselineDensitySmall;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={words}
      title={words}
      visibleFrom="sm"
      onClick={() => chooseDensity(compact ? "comfortable" : "compact")}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

/**
 * Redirects from a page beyond the last one to the last: after an old link, or when rows were
 * deleted. The page beyond it leaves the history, or the back button would only lead here again.
 *
 * @param rows the number of rows on the page; undefined until they are loaded.
 */
export function useRedirectToLastPage(
  paging: PagingProps | undefined,
  rows: number | undefined,
): void {
  const last = paging ? Math.max(1, Math.ceil(paging.total / paging.perPage)) : 1;
  const isBehind = paging !== undefined && rows === 0 && paging.page > last;
  const leave = useEffectEvent(() => paging?.onPage(last, { replace: true }));
  useEffect(() => {
    if (isBehind) leave();
  }, [isBehind]);
}
