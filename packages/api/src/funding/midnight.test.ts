import { submitFunds } from "@kontor/contract/funding/funding";
import { afterEach, expect, test, vi } from "vitest";

import { lagosDate } from "../platform/clock.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";

const world = await openFileWorld();
const midnight = new Date("2026-03-10T23:00:00Z").getTime();

afterEach(() => vi.restoreAllMocks());

/** Makes every reading of the clock a millisecond later than the one before. */
function runFrom(start: number): void {
  let time = start;
  const next = () => new Date(time++);
  vi.spyOn(world.clock, "now").mockImplementation(next);
  vi.spyOn(world.clock, "today").mockImplementation(() => lagosDate(next()));
}

test("a deposit during which a day ends has the day of its entry", async () => {
  world.clock.set(new Date(midnight - 60_000));
  const { path } = await openOrganization(world, "Night Limited");
  const admin = await world.signIn("platform");
  for (let before = 1; before <= 30; before++) {
    runFrom(midnight - before);
    const { status } = await admin.attempt(submitFunds, {
      params: path,
      body: { action: "DEPOSIT", amount: "1.00" },
    });
    expect(status).toBe(201);
  }
  await expectCoherentBooks(world);
});
