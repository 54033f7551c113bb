import { createStore, useStore } from "./store.ts";

/** Why there are no useful responses: the server cannot be reached, or the server not its database. */
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
 * The interval at which the query of a frame asks again while the server cannot be reached, in
 * milliseconds: the first response takes the banner away, and nobody has to press anything.
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

/** Reads sent before the work has ended count as unattended: nobody caused them. */
export async function reloadingUnattended(work: () => Promise<void>): Promise<void> {
  reloading.set(reloading.get() + 1);
  try {
    await work();
  } finally {
    reloading.set(reloading.get() - 1);
  }
}

/** True while a page loads again by itself what the lost connection kept from it. */
export function isReloading(): boolean {
  return reloading.get() > 0;
}
