import { stateById } from "@kontor/contract/reference/nigeria";

import { Refusal } from "../refusal.ts";

/**
 * Refuses a state or local government that is not in the reference data.
 *
 * @throws Refusal `state_unknown` at `state_id`; `local_government_without_state` or
 * `local_government_elsewhere` at `local_government_id`.
 */
export function checkPlace(stateId: number | null, localGovernmentId: number | null): void {
  const state = stateId === null ? undefined : stateById(stateId);
  if (stateId !== null && state === undefined) throw Refusal.at("state_id", "state_unknown");
  if (localGovernmentId === null) return;
  if (state === undefined) {
    throw Refusal.at("local_government_id", "local_government_without_state");
  }
  if (!state.local_governments.some(({ id }) => id === localGovernmentId)) {
    throw Refusal.at("local_government_id", "local_government_elsewhere");
  }
}
