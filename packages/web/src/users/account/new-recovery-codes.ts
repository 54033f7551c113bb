import { onSessionEnd } from "../../platform/session.ts";
import { createStore } from "../../platform/store.ts";

type NewRecoveryCodes = {
  codes: readonly string[];
  /**
   * True if a role required the second factor. The codes are then shown in place of every screen.
   */
  required: boolean;
};

/**
 * New recovery codes, until the user has saved them; null for none. They are shown only once and
 * cannot be retrieved later. They are stored outside the screens, because new codes change the data
 * from which a screen decides what to show.
 */
export const newRecoveryCodes = createStore<NewRecoveryCodes | null>(null);

onSessionEnd(() => newRecoveryCodes.set(null));
