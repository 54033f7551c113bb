import states from "./nigeria-states.json" with { type: "json" };

export type LocalGovernment = { id: number; name: string };
export type State = { id: number; name: string; local_governments: LocalGovernment[] };

/**
 * The 36 states of Nigeria and the Federal Capital Territory with their 774 local governments, by
 * name. A local government's id is its state's id × 100 + its position in the state's list. Ids
 * never change, because rows refer to them.
 */
export const nigerianStates: readonly State[] = states;

const byName = new Map(nigerianStates.map((state) => [state.name.toLowerCase(), state]));
const byId = new Map(nigerianStates.map((state) => [state.id, state]));

/** The state with that name, ignoring case. */
export function stateByName(name: string): State | undefined {
  return byName.get(name.trim().toLowerCase());
}

/** The state with that id, or undefined. */
export function stateById(id: number): State | undefined {
  return byId.get(id);
}
