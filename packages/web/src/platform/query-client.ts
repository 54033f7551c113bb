import { QueryClient, type Query } from "@tanstack/react-query";

import { lossOf, NoResponse } from "./api-problem.ts";
import { isConnectionLost, onConnectionBack, reloadingUnattended } from "./connection.ts";
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

/** How often in a row a query that failed is loaded again by itself. */
const mostReloads = 4;

/**
 * The longest wait before a reload, in milliseconds: not all tabs of all users ask at once a server
 * that has just started.
 */
const longestWait = 1_000;

/** How often each query was loaded again by itself since it had this number of responses. */
const reloads = new WeakMap<Query, { responses: number; count: number }>();

/**
 * Whether a query failed for want of a response, or of the database, and may load again. One that
 * fails each time, while others get their responses, would otherwise do so every few seconds without
 * end.
 */
function mayReload(query: Query): boolean {
  if (lossOf(query.state.error) === null) return false;
  const responses = query.state.dataUpdateCount;
  const before = reloads.get(query);
  const count = before?.responses === responses ? before.count + 1 : 1;
  reloads.set(query, { responses, count });
  return count <= mostReloads;
}

let timer: ReturnType<typeof setTimeout> | undefined;

// What a page could not load while the connection was lost appears when it is back, so that nobody
// has to find and press each "Try again". A refusal stays: its reason has not gone.
onConnectionBack(() => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isConnectionLost()) return;
    void reloadingUnattended(() =>
      queryClient.refetchQueries({ type: "active", predicate: mayReload }),
    );
  }, Math.random() * longestWait);
});
