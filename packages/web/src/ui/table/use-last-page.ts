import { useEffect, useEffectEvent } from "react";

import type { PagingProps } from "./paging.tsx";

/**
 * Leads from a page behind the last one to the last: that of an old link, or one whose rows were deleted
 * meanwhile.
 *
 * @param rows how many came; undefined until they have.
 */
export function useLastPage(paging: PagingProps | undefined, rows: number | undefined): void {
  const last = paging ? Math.max(1, Math.ceil(paging.total / paging.perPage)) : 1;
  const isBehind = paging !== undefined && rows === 0 && paging.page > last;
  const leave = useEffectEvent(() => paging?.onPage(last));
  useEffect(() => {
    if (isBehind) leave();
  }, [isBehind]);
}
