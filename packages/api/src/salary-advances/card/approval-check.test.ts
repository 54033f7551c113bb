import { checkApprovals } from "@kontor/contract/salary-advances/decisions";
import { afterAll, describe, expect, test } from "vitest";

import { openAdvances } from "../../testing/advances.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
afterAll(() => expectCoherentBooks(world));

describe("the check of several approvals", () => {
  const check = (
    caller: Pick<typeof staff.owner, "call">,
    advances: readonly { id: number; tenant_id: number }[],
  ) =>
    caller.call(checkApprovals, {
      body: { advances: advances.map(({ id, tenant_id }) => ({ id, tenant_id })) },
    });

  test("adds the advances of a wallet up, after those that wait already", async () => {
    const own = await openAdvances(world);
    await own.fund("500.00");
    const one = await own.request(await own.employ(), "300.00");
    const two = await own.request(await own.employ(), "250.00");
    for (const advance of [one, two]) {
      expect((await own.card(advance)).warns).toBe(false);
      expect(await check(own.owner, [advance])).toEqual({ advances: [], wallets: [] });
    }
    const rest = await own.request(await own.employ(), "200.00");
    expect((await check(own.owner, [one, rest])).wallets).toEqual([]);
    expect(await check(own.owner, [two, one])).toEqual({
      advances: [],
      wallets: [
        {
          ...own.home.path,
          company_name: "Home",
          available: 50_000n,
          promised: 0n,
          selected: 55_000n,
          missing: 5_000n,
        },
      ],
    });
    const waiting = await own.request(await own.employ(), "900.00");
    await own.decide(waiting, "APPROVED");
    const behind = await check(own.owner, [one, two, waiting]);
    expect(behind.wallets).toMatchObject([
      { promised: 90_000n, selected: 55_000n, missing: 95_000n },
    ]);
    const hr = await world.signInAs(["HR"], own.home.tenant_id);
    expect((await check(hr, [one, two])).wallets).toBeNull();
  });

  test("counts the instalments of an employee's other selected advances against the net pay", async () => {
    const own = await openAdvances(world);
    await own.rules({ max_percentage: 200 });
    await own.fund("9000000.00");
    const employee = await own.employ();
    const one = await own.request(employee, "150000.00");
    const two = await own.request(employee, "160000.00");
    for (const advance of [one, two])
      expect((await check(own.owner, [advance])).advances).toEqual([]);
    const { advances } = await check(own.owner, [two, one]);
    expect(advances).toEqual([
      { id: two.id, tenant_id: two.tenant_id, labour_act: [], uncovered: "2026-03-25" },
    ]);
  });

  test("counts the first advance of a worker as owed when the second is approved", async () => {
    const own = await openAdvances(world);
    await own.rules({ interest_rate: 0 });
    await own.fund("9000000.00");
    const employee = await own.employ({ worker: true });
    const one = await own.request(employee, "30000.00", { instalments: 3 });
    const two = await own.request(employee, "30000.00", { instalments: 3 });
    expect((await check(own.owner, [two])).advances).toEqual([]);
    const { advances } = await check(own.owner, [one, two]);
    expect(
      advances.map(({ id, labour_act }) => [id, labour_act.map(({ limit }) => limit)]),
    ).toEqual([[two.id, ["another_owed"]]]);
  });

  test("needs its permission, the user's own organization and at least one advance", async () => {
    const { id, tenant_id } = await staff.request(await staff.employ(), "10.00");
    const wire = { body: { advances: [{ id, tenant_id }] } };
    const preparer = await world.signInAs(["PAYROLL_PREPARER"], tenant_id);
    const statuses = await Promise.all(
      [world.nobody, preparer, staff.stranger].map(
        async (caller) => (await caller.attempt(checkApprovals, wire)).status,
      ),
    );
    expect(statuses).toEqual([401, 403, 404]);
    const none = await staff.hr.attempt(checkApprovals, { body: { advances: [] } });
    expect([none.status, none.problem.errors?.[0]?.path]).toEqual([422, "advances"]);
  });
});
