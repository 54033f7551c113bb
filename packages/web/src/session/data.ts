import type { Permission } from "@kontor/contract/endpoint";
import { logout, getMe } from "@kontor/contract/session/session";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { isConnectionLost, reconnectInterval } from "../platform/connection.ts";
import { clearSession, readToken, rememberPermissions } from "../platform/session.ts";

export const sessionKeys = {
  all: ["session"] as const,
  me: () => [...sessionKeys.all, "me"] as const,
};

/** The signed-in user. A failed load is only logged: the app shell is shown without the name. */
export const meQuery = () =>
  queryOptions({
    queryKey: sessionKeys.me(),
    queryFn: async ({ signal }) => {
      try {
        const user = await call(getMe, {}, { signal, quiet: true });
        rememberPermissions(user.second_factor_due ? [] : user.permissions);
        return user;
      } catch (error) {
        // The user knows that the session has ended, so there is nothing to investigate.
        if (!signal.aborted && readToken() !== null) reportError(error);
        throw error;
      }
    },
    staleTime: 60_000,
    // Until the user is known perhaps no other query runs, so this one must notice that the connection is back.
    refetchInterval: ({ state }) => !state.data && isConnectionLost() && reconnectInterval,
  });

/** Whether the signed-in user has a permission; false until the user is loaded. */
export function useHasPermission(permission: Permission): boolean {
  return useQuery(meQuery()).data?.permissions.includes(permission) ?? false;
}

/** Whether the signed-in user is known to lack a permission; false until the user is loaded. */
export function useLacksPermission(permission: Permission): boolean {
  const user = useQuery(meQuery()).data;
  return user !== undefined && !user.permissions.includes(permission);
}

/** Whether the signed-in user works for many organizations, not only for their own. */
export function useHasManyOrganizations(): boolean {
  const user = useQuery(meQuery()).data;
  return user?.tenant_id === null && user.permissions.includes("organizations.read");
}

/** Revokes the session on the server and ends it here, even if the server cannot be reached. */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(logout, {}, { quiet: true }),
    onSettled: clearSession,
  });
}
