import { QueryClient } from "@tanstack/react-query";

import { NoResponse } from "./api-problem.ts";
import { onSessionStart } from "./session.ts";

/** A refusal is final, and its message has been shown. Only a lost connection is retried. */
function mayRetry(failures: number, error: Error): boolean {
  return error instanceof NoResponse && failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // If queries paused while the browser reports itself offline, a spinner would show forever.
      networkMode: "always",
      retry: mayRetry,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      staleTime: 10_000,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

// Who signs in over a session that has not ended must not see what its user loaded.
onSessionStart((replaced) => {
  if (replaced) queryClient.clear();
});
