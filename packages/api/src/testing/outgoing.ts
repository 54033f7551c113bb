import { onTestFinished } from "vitest";

import { holdOutgoing, releaseOutgoing } from "../platform/configuration/outgoing.ts";
import type { World } from "./harness.ts";

/**
 * Holds emails and transfers as after a restore, until the test ends or releases them.
 *
 * @returns the function that releases them.
 */
export async function holdOutgoingForTest({
  database,
  clock,
}: World): Promise<() => Promise<void>> {
  await database.transaction((tx) => holdOutgoing(tx, "RESTORED", clock.now()));
  const release = async () => void (await database.transaction(releaseOutgoing));
  onTestFinished(release);
  return release;
}
