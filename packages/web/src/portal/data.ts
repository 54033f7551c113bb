import type { DataOf } from "@kontor/contract/endpoint";
import { portalMe, portalSignOut } from "@kontor/contract/portal/session";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { endPortalSession } from "../platform/portal-session.ts";

export type PortalSelf = DataOf<typeof portalMe>;

/** The employee who is signed in. */
export const portalSelfQuery = () =>
  queryOptions({
    queryKey: ["portal", "me"] as const,
    queryFn: ({ signal }) => call(portalMe, {}, { signal, quiet: true }),
    staleTime: 60_000,
  });

/** Ends the session at the server and leaves it here, also when the server cannot be reached. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call(portalSignOut, {}, { quiet: true }),
    onSettled: endPortalSession,
  });
}
