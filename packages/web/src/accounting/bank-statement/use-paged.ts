import { useState } from "react";

import type { PagingProps } from "../../ui/table/paging.tsx";

/** The rows of one page of a list that is loaded as a whole, with the paging of its table. */
export function usePaged<Row>(
  all: readonly Row[],
  perPage = 25,
): { rows: readonly Row[]; paging: PagingProps } {
  const [chosen, setChosen] = useState(1);
  const page = Math.min(chosen, Math.max(1, Math.ceil(all.length / perPage)));
  return {
    rows: all.slice((page - 1) * perPage, page * perPage),
    paging: { page, perPage, total: all.length, onPage: setChosen },
  };
}
