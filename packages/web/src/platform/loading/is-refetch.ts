import type { QueryFunctionContext } from "@tanstack/react-query";

/**
 * Whether a polled query already has data, so that this call is an automatic refetch. It must
 * then be sent as unattended: otherwise it would keep an abandoned session alive.
 */
export function isRefetch({
  client,
  queryKey,
}: Pick<QueryFunctionContext, "client" | "queryKey">): boolean {
  return client.getQueryData(queryKey) !== undefined;
}
