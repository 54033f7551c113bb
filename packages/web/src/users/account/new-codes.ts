import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";

type NewCodes = {
  codes: readonly string[];
  /** They were made where a role requires the second factor, and stand in place of every screen. */
  required: boolean;
};

/**
 * Recovery codes that were just made, until their user is done with them; null for none. They are
 * shown once and nobody can look them up again, so they are kept outside of the screens: what a
 * screen shows follows from what it loads, which the new codes change.
 */
export const newCodes = createStore<NewCodes | null>(null);

onSessionEnd(() => newCodes.set(null));
