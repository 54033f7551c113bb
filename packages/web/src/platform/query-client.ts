import { QueryClient } from "@tanstack/react-query";

import { NoResponse } from "./api-problem.ts";

/** A refusal is final, and its message has been shown; only a lost connection is retried. */
function mayRetry(failures: number, error: Error): boolean {
  return error instanceof NoResponse && failures < 2;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Pausing while the browser thinks that it is offline would show a spinner forever.
      networkMode: "always",
      retry: mayRetry,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      staleTime: 10_000,
    },
    mutations: { networkMode: "always", retry: false },
  },
});
