import { expect } from "vitest";

import { checkBooks } from "../accounting/coherence/coherence.ts";
import { fundingChecks } from "../funding/coherence.ts";
import { runChecks, type Fault } from "../platform/database/checks.ts";
import { setAllTenantsReadable } from "../platform/scope.ts";
import { checkEverything } from "../proof/check.ts";
import type { World } from "./harness.ts";

/** Fails when the books of any tenant have faults; every accounting test file ends with it. */
export async function expectCoherentBooks(world: World): Promise<void> {
  const faults = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return checkEverything(tx, null);
  });
  expect(faults).toEqual([]);
}

/** The same for tests of transfers, whose subjects are not rows of any feature. */
export async function expectCoherentFunds(world: World): Promise<void> {
  expect(await fundFaults(world, null)).toEqual([]);
}

/** The faults in the books and the funds of a tenant, or of all. */
export function fundFaults(world: World, tenantId: number | null): Promise<Fault[]> {
  return world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const faults: Fault[] = await checkBooks(tx, tenantId);
    return [...faults, ...(await runChecks(tx, tenantId, fundingChecks))];
  });
}
