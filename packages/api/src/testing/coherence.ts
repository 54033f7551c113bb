import { expect } from "vitest";

import { checkBooksAndFunds } from "../funding/coherence.ts";
import { readAllTenants } from "../platform/scope.ts";
import type { World } from "./harness.ts";

/** Fails when the books of any tenant disagree with themselves; every accounting test file ends with it. */
export async function expectCoherentBooks(world: World): Promise<void> {
  const faults = await world.database.transaction(async (tx) => {
    await readAllTenants(tx);
    return checkBooksAndFunds(tx, null);
  });
  expect(faults).toEqual([]);
}
