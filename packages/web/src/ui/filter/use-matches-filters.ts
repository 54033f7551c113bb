import { hashKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Whether the rows of a list belong to the current filters. A list keeps the rows of its previous
 * filters until it has new ones; while it loads another page with the same filters, its rows still
 * belong to them.
 */
export function useMatchesFilters(query: { isPlaceholderData: boolean }, filters: object): boolean {
  const now = hashKey([filters]);
  const [shown, setShown] = useState(now);
  if (!query.isPlaceholderData && shown !== now) setShown(now);
  return shown === now;
}
