import { createStore, useStore } from "./store.ts";

/** What cannot be reached: the server, or the database behind it. */
export type Loss = "server" | "database";

const lost = createStore<Loss | null>(null);
const underWay = createStore(0);

/** Counts a request as pending until it has a response or has failed. */
export async function countingRequest<Result>(request: () => Promise<Result>): Promise<Result> {
  underWay.set(underWay.get() + 1);
  try {
    return await request();
  } finally {
    underWay.set(underWay.get() - 1);
  }
}

/** The global loading indicator: true while any request is pending. */
export function useIsRequesting(): boolean {
  return useStore(underWay) > 0;
}

/**
 * While the server cannot be reached, the queries of the page frame are repeated at this
 * interval, in milliseconds. The first response removes the banner without any action of the
 * user.
 */
export const lostInterval = 5_000;

/** Records what the last request failed to reach; null if it reached all. */
export const setLoss: (loss: Loss | null) => void = lost.set;

/** What cannot be reached; null while all is well. The frames of all pages then show a banner. */
export function useLoss(): Loss | null {
  return useStore(lost);
}

/** True while the server or its database cannot be reached. */
export function useConnectionLost(): boolean {
  return useLoss() !== null;
}

/** Calls a listener each time that the server can be reached again. */
export function onConnectionBack(listener: () => void): void {
  lost.subscribe(() => {
    if (lost.get() === null) listener();
  });
}

/** True while the last request failed to reach the server or its database. */
export function isConnectionLost(): boolean {
  return lost.get() !== null;
}

const reloading = createStore(0);

/** Runs work whose reads count as unattended, since no user caused them. */
export async function reloadingUnattended(work: () => Promise<void>): Promise<void> {
  reloading.set(reloading.get() + 1);
  try {
    await work();
  } finally {
    reloading.set(reloading.get() - 1);
  }
}

/** True while a page reloads what it could not load during an outage. */
export function isReloading(): boolean {
  return reloading.get() > 0;
}
