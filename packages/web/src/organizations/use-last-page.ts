import { useEffect, useEffectEvent } from "react";

type ShownPage = {
  page: number;
  perPage: number;
  /** How many rows came; undefined until they have. */
  rows: number | undefined;
  /** All rows of the list. */
  total: number | undefined;
};

/**
 * Leads from a page behind the last one, such as an old link's, to the last.
 *
 * @param goTo told the last page, or undefined for the first, which needs no mention in an address.
 */
export function useLastPage(shown: ShownPage, goTo: (last: number | undefined) => void): void {
  const { page, perPage, rows, total = 0 } = shown;
  const last = Math.max(1, Math.ceil(total / perPage));
  const isBehind = rows === 0 && page > last;
  const leave = useEffectEvent(() => goTo(last > 1 ? last : undefined));
  useEffect(() => {
    if (isBehind) leave();
  }, [isBehind]);
}
