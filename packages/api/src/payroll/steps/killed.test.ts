import { fileURLToPath } from "node:url";

import { listPayslips } from "@kontor/contract/payroll/payslips";
import { getRun, startRun } from "@kontor/contract/payroll/runs";
import { decideRun, disburseRun, submitRun } from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openAdvances, paidAdvance } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, secretKey } from "../../testing/harness.ts";
import { runUntilExit } from "../../testing/killed-process.ts";
import { phases, type PayrollProcessOptions } from "../../testing/payroll-process.ts";
import {
  pathOfRun,
  payrollOf,
  runCalculations,
  type TestRun,
  currentRun,
} from "../../testing/payroll.ts";
import { openDelivery } from "../../testing/transfers.ts";
import { payslipOutcomeHandler } from "./outcomes.ts";

/** The number of processes to kill; set `KONTOR_TEST_KILLS=50` for a longer run. */
const rounds = Number(process.env["KONTOR_TEST_KILLS"] ?? 3);
const script = fileURLToPath(new URL("../../testing/payroll-process.ts", import.meta.url));

/** How many transactions a step of three people takes at least, in each of which it can be killed. */
const transactions = { calculate: 4, approve: 1, disburse: 6 } as const;

const world = await openFileWorld();
const staff = await openAdvances(world);
const payroll = await payrollOf(world, staff);
beforeAll(async () => {
  // Three people for a month each round, with room to spare.
  await staff.fund(`${9 + rounds}000000.00`);
  await paidAdvance(staff, "90000.00", 3);
  await staff.employ();
  await staff.employ();
});

/** Starts a process that takes a step and is killed during it. @returns whether it was killed. */
async function killedIn(
  run: TestRun,
  phase: PayrollProcessOptions["phase"],
  at: Pick<PayrollProcessOptions, "point" | "commits">,
): Promise<boolean> {
  const who = phase === "disburse" ? payroll.disburser : payroll.owner;
  const options: PayrollProcessOptions = {
    url: world.requestsUrl,
    secretKey,
    now: world.clock.now().getTime(),
    run: pathOfRun(run),
    person: {
      user_id: who.user_id,
      name: "Test user",
      email: "test@example.com",
      roles: [phase === "disburse" ? "DISBURSER" : "OWNER"],
      tenant_id: run.tenant_id,
    },
    phase,
    ...at,
  };
  const { signal, code } = await runUntilExit(script, options);
  // The process dies at the given point, or ends before it has reached that point often enough.
  expect([signal, code]).toEqual(signal === null ? [null, 0] : ["SIGKILL", null]);
  return signal !== null;
}

/**
 * Recovers from the kill: waits for the leases of the killed process to end, and takes the step if it was not
 * taken.
 */
async function goOn(run: TestRun, phase: PayrollProcessOptions["phase"]): Promise<TestRun> {
  world.clock.advance(3 * 60_000);
  if (phase === "calculate") await runCalculations(world);
  const found = await currentRun(payroll.owner, run);
  const { version } = found;
  if (phase === "approve" && found.status === "PENDING_APPROVAL") {
    const body = { version, status: "APPROVED" };
    return payroll.owner.call(decideRun, { params: pathOfRun(run), body });
  }
  if (phase === "disburse" && found.status === "PENDING_DISBURSEMENT") {
    await payroll.disburser.call(disburseRun, { params: pathOfRun(run), body: { version } });
  }
  return currentRun(payroll.owner, run);
}

async function draftOf(period: string): Promise<TestRun> {
  const body = { period, cycle: "REGULAR" };
  const { id } = await payroll.preparer.call(startRun, { params: payroll.home.path, body });
  return payroll.preparer.call(getRun, { params: { ...payroll.home.path, id } });
}

/** Runs the transfer job until no transfer is under way. */
async function deliver(): Promise<void> {
  const job = openDelivery(world, { payslip: payslipOutcomeHandler(world) });
  for (let look = 0; look < 20; look++) {
    await job.run();
    world.clock.advance(60_000);
  }
}

/** How often each payslip of a run was paid by the sandbox, by references that it has accepted. */
async function paidTimes(run: TestRun): Promise<number[]> {
  const { rows } = await world.database.transaction(async (tx) => {
    await setTenant(tx, run.tenant_id);
    return sql<{ times: number }>`
      select count(b.reference)::int as times
      from payslips s
      left join transfers t on t.tenant_id = s.tenant_id and t.purpose = 'payslip' and t.subject_id = s.id
      left join sandbox_transfers b on b.reference = t.reference and b.accepted_at is not null
      where s.tenant_id = ${run.tenant_id} and s.run_id = ${run.id} group by s.id`.execute(tx);
  });
  return rows.map(({ times }) => times);
}

test(
  `of ${rounds} processes killed while they calculate, approve and pay, all are paid once`,
  async () => {
    let deaths = 0;
    for (let round = 0; round < rounds; round++) {
      const killed = phases[round % phases.length] ?? "calculate";
      const turn = Math.floor(round / phases.length);
      const at = {
        point: turn % 2 === 0 ? "before" : "after",
        commits: Math.floor(turn / 2) % transactions[killed],
      } as const;
      const month = 3 + round;
      const period = new Date(Date.UTC(2026, month - 1, 1)).toISOString().slice(0, 7);
      await staff.travel(new Date(`${period}-10T09:00:00Z`));
      const draft = await draftOf(period);
      let run = draft;
      for (const phase of phases) {
        if (phase === "approve") {
          const { version } = run;
          run = await payroll.preparer.call(submitRun, {
            params: pathOfRun(run),
            body: { version },
          });
        }
        if (phase === killed) {
          if (await killedIn(run, phase, at)) deaths++;
          await expectCoherentBooks(world);
        }
        run = await goOn(run, phase);
      }
      await deliver();
      const paid = await currentRun(payroll.owner, draft);
      expect([paid.status, paid.payment.paid]).toEqual(["PAID", 3]);
      expect(await paidTimes(draft)).toEqual([1, 1, 1]);
      const payslips = await payroll.owner.call(listPayslips, {
        params: pathOfRun(draft),
        query: {},
      });
      expect(payslips.map(({ payment }) => payment)).toEqual([
        "COMPLETED",
        "COMPLETED",
        "COMPLETED",
      ]);
      await expectCoherentBooks(world);
    }
    expect(deaths).toBeGreaterThan(rounds / 2);
  },
  60_000 + rounds * 15_000,
);
