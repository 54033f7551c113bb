import type { QueryFunctionContext } from "@tanstack/react-query";

/**
 * Whether the page has what a polled query reads, and so reads it again without the user. Such a call
 * is unattended: it would keep an abandoned session alive.
 */
export function isReadAgain({
  client,
  queryKey,
}: Pick<QueryFunctionContext, "client" | "queryKey">): boolean {
  return client.getQueryData(queryKey) !== undefined;
}
