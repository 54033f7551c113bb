import { QueryClient, type Query } from "@tanstack/react-query";

import { outageOf, NoResponse } from "./api-problem.ts";
import { isConnectionLost, onConnectionBack, runUnattended } from "./connection.ts";
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

// A user who signs in during another user's session must not see the data that the other user loaded.
onSessionStart((replaced) => {
  if (replaced) queryClient.clear();
});

/** The maximum number of consecutive automatic reloads of a failed query. */
const maxReloads = 4;

/**
 * The maximum random delay of a reload, in milliseconds, so that the tabs of all users do not
 * send their requests to a restarted server at the same moment.
 */
const maxReloadDelay = 1_000;

/** The number of automatic reloads of each query since its last response. */
const reloads = new WeakMap<Query, { responses: number; count: number }>();

/**
 * Whether a query failed because of an outage and may be reloaded. Without the limit, a query
 * that always fails while others succeed would be reloaded every few seconds for ever.
 */
function mayReload(query: Query): boolean {
  if (outageOf(query.state.error) === null) return false;
  const responses = query.state.dataUpdateCount;
  const before = reloads.get(query);
  const count = before?.responses === responses ? before.count + 1 : 1;
  reloads.set(query, { responses, count });
  return count <= maxReloads;
}

let timer: ReturnType<typeof setTimeout> | undefined;

// When the connection is back, failed queries are reloaded, so that users need not press each
// "Try again". Refused queries are not, since the reason for a refusal still applies.
onConnectionBack(() => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isConnectionLost()) return;
    void runUnattended(() => queryClient.refetchQueries({ type: "active", predicate: mayReload }));
  }, Math.random() * maxReloadDelay);
});
