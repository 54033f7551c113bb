import { createStore, useStore } from "./store.ts";

const lost = createStore(false);
const underWay = createStore(0);

/** Counts a request as under way until it has its response, or failed. */
export async function countingRequest<Result>(request: () => Promise<Result>): Promise<Result> {
  underWay.set(underWay.get() + 1);
  try {
    return await request();
  } finally {
    underWay.set(underWay.get() - 1);
  }
}

/** The global loading indicator: on while any request runs, whether it will succeed or fail. */
export function useIsRequesting(): boolean {
  return useStore(underWay) > 0;
}

/** Whether the last request got any response from the server. */
export function setConnectionLost(value: boolean): void {
  lost.set(value);
}

/** True while the server cannot be reached. The shell and the sign-in pages say so in a banner. */
export function useConnectionLost(): boolean {
  return useStore(lost);
}
