import { fileURLToPath } from "node:url";

import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { expectCoherentFunds } from "../../testing/coherence.ts";
import { openFileWorld, secretKey } from "../../testing/harness.ts";
import { runUntilExit } from "../../testing/killed-process.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { killPoints, type TransferProcessOptions } from "../../testing/transfer-process.ts";
import { depositFunds, openDelivery } from "../../testing/transfers.ts";
import { claimLease } from "./timing.ts";

/** How many processes are killed; set `KONTOR_TEST_KILLS=50` for a longer run. */
const rounds = Number(process.env["KONTOR_TEST_KILLS"] ?? 6);
const script = fileURLToPath(new URL("../../testing/transfer-process.ts", import.meta.url));
const perRound = 3;

const world = await openFileWorld();
const organization = await openOrganization(world, "Killed Limited");
beforeAll(async () => {
  await depositFunds(await world.signIn("platform"), organization, "10000.00");
});

/**
 * Runs a process until it ends or is killed. @returns the subjects that it acknowledged, and how
 * the process ended.
 */
async function runProcess(
  options: Pick<TransferProcessOptions, "subjects" | "ending" | "point" | "passes">,
): Promise<{ stored: number[]; signal: string | null; code: number | null }> {
  const whole: TransferProcessOptions = {
    url: world.requestsUrl,
    ...organization.path,
    now: world.clock.now().getTime(),
    secretKey,
    ...options,
  };
  const { lines, signal, code } = await runUntilExit(script, whole);
  return { stored: lines.map(Number), signal, code };
}

test(
  `after killing ${rounds} processes between intent, sending and outcome, everybody is paid exactly once`,
  async () => {
    const points = killPoints.filter((point) => point !== "never");
    const endings = ["999", "203", "204", "206"];
    const acknowledged = new Set<number>();
    let deaths = 0;
    for (let round = 0; round < rounds; round++) {
      const subjects = Array.from({ length: perRound }, (_, index) => round * perRound + index + 1);
      const { stored, signal, code } = await runProcess({
        subjects,
        ending: endings[round % endings.length] ?? "999",
        point: points[round % points.length] ?? "never",
        passes: Math.floor(round / points.length) % perRound,
      });
      // A process dies at the given point, or ends before it has reached that point often enough.
      expect([signal, code]).toEqual(signal === null ? [null, 0] : ["SIGKILL", null]);
      if (signal === "SIGKILL") deaths++;
      for (const subject of stored) acknowledged.add(subject);
      await expectCoherentFunds(world);
      // The next process starts either while the dead one's leases still hold or after they have
      // ended.
      world.clock.advance(round % 3 === 0 ? 1000 : claimLease + 1000);
    }
    expect(deaths).toBeGreaterThan(rounds / 2);

    const delivery = openDelivery(world);
    for (let look = 0; look < 60; look++) {
      const next = await delivery.run();
      world.clock.set(new Date(Math.max(next?.getTime() ?? 0, world.clock.now().getTime() + 1000)));
      const { open } = await counts();
      if (open === 0) break;
    }
    await expectCoherentFunds(world);
    const { transfers, paid } = await counts();
    // Each acknowledged intent is paid. A process that died before it acknowledged an intent may
    // still have stored it.
    const subjects = new Set(transfers.map(({ subject_id }) => subject_id));
    expect([...acknowledged].filter((subject) => !subjects.has(subject))).toEqual([]);
    expect(transfers.map(({ subject_id }) => subject_id)).toEqual([...subjects]);
    expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(["COMPLETED"]));
    expect(paid).toBe(BigInt(transfers.length) * 100n);
    expect(delivery.warnings.filter(({ message }) => !message.includes("is sent again"))).toEqual(
      [],
    );
  },
  60_000 + rounds * 20_000,
);

type Count = { subject_id: number; status: string; reference: string };

/** The transfers, the number of open ones, and the amount paid by the sandbox in kobo. */
async function counts(): Promise<{ transfers: Count[]; open: number; paid: bigint }> {
  const { tenant_id } = organization;
  return world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<Count>`
      select subject_id, status, reference from transfers where tenant_id = ${tenant_id}
      order by subject_id`.execute(tx);
    const { rows: sums } = await sql<{ paid: bigint }>`
      select coalesce(sum(amount), 0)::bigint as paid from sandbox_transfers where accepted_at is not null`.execute(
      tx,
    );
    const open = rows.filter(({ status }) => ["PENDING", "PROCESSING"].includes(status)).length;
    return { transfers: rows, open, paid: sums[0]?.paid ?? 0n };
  });
}
