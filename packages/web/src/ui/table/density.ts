import { storeOnDevice } from "../../platform/session.ts";
import { createStore, useStore } from "../../platform/store.ts";

/** The row spacing of all tables. */
export type Density = "comfortable" | "compact";

const key = "table_density";

const store = createStore<Density>(
  localStorage.getItem(key) === "compact" ? "compact" : "comfortable",
);

/** The density chosen on this device. */
export function useDensity(): Density {
  return useStore(store);
}

/** Sets the density of all tables and remembers it on this device. */
export function chooseDensity(density: Density): void {
  storeOnDevice(key, density);
  store.set(density);
}
