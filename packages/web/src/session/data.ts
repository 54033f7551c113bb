import { confirmEmail, logout, me, resetPassword, verifyResetCode } from "@kontor/contract/session";
import { queryOptions, useMutation } from "@tanstack/react-query";

import { call } from "../platform/api.ts";
import { useEndpointMutation } from "../platform/mutation.ts";
import { clearSession } from "../platform/session.ts";

export const sessionKeys = {
  all: ["session"] as const,
  me: () => [...sessionKeys.all, "me"] as const,
};

/** The signed-in user. A failure to load it is only logged: the shell does without the name. */
export const meQuery = () =>
  queryOptions({
    queryKey: sessionKeys.me(),
    queryFn: async ({ signal }) => {
      try {
        return await call(me, {}, { signal, quiet: true });
      } catch (error) {
        if (!signal.aborted) reportError(error);
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** Revokes the session at the server and leaves it here, also when the server cannot be reached. */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(logout, {}, { quiet: true }),
    onSettled: clearSession,
  });
}

/** Asks for a code by mail. */
export const useConfirmEmail = () => useEndpointMutation(confirmEmail, []);

/** Exchanges the code for a reset token. */
export const useVerifyResetCode = () => useEndpointMutation(verifyResetCode, []);

/** Sets the new password. */
export const useResetPassword = () => useEndpointMutation(resetPassword, []);
