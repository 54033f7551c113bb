import { createStore, useStore } from "./store.ts";

const lost = createStore(false);

/** Whether the last request got any response from the server. */
export function setConnectionLost(value: boolean): void {
  lost.set(value);
}

/** True while the server cannot be reached. The shell and the sign-in pages say so in a banner. */
export function useConnectionLost(): boolean {
  return useStore(lost);
}
