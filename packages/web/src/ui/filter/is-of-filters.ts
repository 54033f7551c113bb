import { hashKey } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Whether what a list shows is of these filters, also while another page of theirs loads, and not of
 * the filters before, which it keeps until it has rows of the new ones.
 */
export function useIsOfFilters(query: { isPlaceholderData: boolean }, filters: object): boolean {
  const now = hashKey([filters]);
  const [shown, setShown] = useState(now);
  if (!query.isPlaceholderData && shown !== now) setShown(now);
  return shown === now;
}
