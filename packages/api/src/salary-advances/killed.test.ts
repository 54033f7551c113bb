import { fileURLToPath } from "node:url";

import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";

import { claimLease } from "../funding/transfers/timing.ts";
import { setTenant } from "../platform/scope.ts";
import { advanceKillPoints, type AdvanceProcessOptions } from "../testing/advance-process.ts";
import { balancesOf, openAdvances, type AdvanceStaff } from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import type { TestEmployee } from "../testing/employees.ts";
import { openFileWorld, secretKey } from "../testing/harness.ts";
import { runUntilExit } from "../testing/killed-process.ts";
import { sendAllWaiting } from "./sending/work.ts";

/** How many processes are killed; set `KONTOR_TEST_KILLS=50` for a longer run. */
const rounds = Number(process.env["KONTOR_TEST_KILLS"] ?? 3);
const script = fileURLToPath(new URL("../testing/advance-process.ts", import.meta.url));
/** How many advances of ₦1.00 wait when a process starts. */
const perRound = 3;
/**
 * Account endings for banks that pay at once, time out after accepting, lose the request, or answer
 * twice.
 */
const endings = ["999", "203", "204", "206"];

const world = await openFileWorld();
let staff: AdvanceStaff;
const employees: TestEmployee[] = [];
beforeAll(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
  for (const ending of endings) employees.push(await staff.employ({ ending }));
});

/** Approves advances while the wallet is empty and then fills it, so that they wait to be sent. */
async function letSomeWait(round: number): Promise<void> {
  const [employee] = employees.slice(round % employees.length);
  if (employee === undefined) throw new Error("there is no employee");
  for (let count = 0; count < perRound; count++) {
    const advance = await staff.request(employee, "1.00");
    expect((await staff.decide(advance, "APPROVED")).status).toBe(200);
  }
  await staff.fund(`${perRound}.00`);
}

test(
  `after killing ${rounds} processes around intent, sending and outcome, each advance is paid exactly once`,
  async () => {
    let deaths = 0;
    for (let round = 0; round < rounds; round++) {
      await letSomeWait(round);
      const options: AdvanceProcessOptions = {
        url: world.requestsUrl,
        now: world.clock.now().getTime(),
        secretKey,
        point: advanceKillPoints[round % advanceKillPoints.length] ?? "after a commit",
        passes: Math.floor(round / advanceKillPoints.length) % 6,
      };
      const { signal, code } = await runUntilExit(script, options);
      // A process dies at the given point, or ends before it has reached that point often enough.
      expect([signal, code]).toEqual(signal === null ? [null, 0] : ["SIGKILL", null]);
      if (signal === "SIGKILL") deaths++;
      await expectCoherentBooks(world);
      // The next process starts either while the dead one's leases still hold or after they have
      // ended.
      const passed = round % 3 === 0 ? 1000 : claimLease + 1000;
      await staff.travel(new Date(world.clock.now().getTime() + passed));
    }
    expect(deaths).toBeGreaterThan(rounds / 2);

    await sendAllWaiting(staff.delivery.options);
    for (let look = 0; look < 60; look++) {
      const next = await staff.delivery.run();
      const soon = world.clock.now().getTime() + 1000;
      await staff.travel(new Date(Math.max(next?.getTime() ?? 0, soon)));
      if ((await paid()).open === 0) break;
    }
    await expectCoherentBooks(world);
    const count = rounds * perRound;
    expect(await paid()).toEqual({
      open: 0,
      paid: count,
      transfers: count,
      sent: BigInt(count) * 100n,
    });
    const naira = BigInt(count) * 100n;
    expect(
      await balancesOf(
        staff,
        "funding_account",
        "transfers_in_transit",
        "salary_advances_receivable",
      ),
    ).toEqual([0n, 0n, naira]);
  },
  60_000 + rounds * 20_000,
);

type Count = { open: number; paid: number; transfers: number; sent: bigint };

/**
 * The numbers of PAID advances, COMPLETED transfers and open ones, and the amount paid by the bank,
 * in kobo.
 */
async function paid(): Promise<Count> {
  const { rows } = await world.database.transaction(async (tx) => {
    await setTenant(tx, staff.home.tenant_id);
    return sql<Count>`
      select (select count(*)::int from transfers where status in ('PENDING', 'PROCESSING')) as open,
        (select count(*)::int from salary_advances where status = 'PAID') as paid,
        (select count(*)::int from transfers where status = 'COMPLETED') as transfers,
        (select coalesce(sum(amount), 0)::bigint from sandbox_transfers where accepted_at is not null) as sent`.execute(
      tx,
    );
  });
  const [row] = rows;
  if (row === undefined) throw new Error("nothing was counted");
  return row;
}
