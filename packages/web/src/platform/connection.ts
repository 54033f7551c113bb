import { createStore, useStore } from "./store.ts";

const lost = createStore(false);
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

/** Records whether the last request failed to reach the server. */
export function setConnectionLost(value: boolean): void {
  lost.set(value);
}

/**
 * True while the server cannot be reached. The app shell and the sign-in pages then show a banner.
 */
export function useConnectionLost(): boolean {
  return useStore(lost);
}
