import { createStore, useStore } from "./store.ts";

/** What cannot be reached: the server, or the database behind it. */
export type Outage = "server" | "database";

const outage = createStore<Outage | null>(null);
const pendingRequests = createStore(0);

/** Counts a request as pending until it has a response or has failed. */
export async function trackRequest<Result>(request: () => Promise<Result>): Promise<Result> {
  pendingRequests.set(pendingRequests.get() + 1);
  try {
    return await request();
  } finally {
    pendingRequests.set(pendingRequests.get() - 1);
  }
}

/** The global loading indicator: true while any request is pending. */
export function useIsRequesting(): boolean {
  return useStore(pendingRequests) > 0;
}

/**
 * While the server cannot be reached, the queries of the page frame are repeated at this
 * interval, in milliseconds. The first response removes the banner without any action of the
 * user.
 */
export const reconnectInterval = 5_000;

/** Records what the last request failed to reach; null if it reached all. */
export const setOutage: (loss: Outage | null) => void = outage.set;

/** What cannot be reached; null while all is well. The frames of all pages then show a banner. */
export function useOutage(): Outage | null {
  return useStore(outage);
}

/** True while the server or its database cannot be reached. */
export function useConnectionLost(): boolean {
  return useOutage() !== null;
}

/** Calls a listener each time that the server can be reached again. */
export function onConnectionBack(listener: () => void): void {
  outage.subscribe(() => {
    if (outage.get() === null) listener();
  });
}

/** True while the last request failed to reach the server or its database. */
export function isConnectionLost(): boolean {
  return outage.get() !== null;
}

const unattendedRuns = createStore(0);

/** Runs work whose reads count as unattended, since no user caused them. */
export async function runUnattended(work: () => Promise<void>): Promise<void> {
  unattendedRuns.set(unattendedRuns.get() + 1);
  try {
    await work();
  } finally {
    unattendedRuns.set(unattendedRuns.get() - 1);
  }
}

/** True while a page reloads what it could not load during an outage. */
export function isRunningUnattended(): boolean {
  return unattendedRuns.get() > 0;
}
