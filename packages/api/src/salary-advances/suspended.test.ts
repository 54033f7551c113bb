import { getSalaryAdvance } from "@kontor/contract/salary-advances/advances";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { expect, test } from "vitest";

import {
  approvedAdvance,
  balancesOf,
  nairaOf,
  openAdvances,
  pathOfAdvance,
} from "../testing/advances.ts";
import { expectCoherentBooks } from "../testing/coherence.ts";
import { openFileWorld } from "../testing/harness.ts";
import { suspend } from "../testing/leaving.ts";
import { changeOrganizationStatus } from "../testing/people.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);
const moved = () =>
  balancesOf(staff, "funding_account", "transfers_in_transit", "salary_advances_receivable");

test("an approved advance waits while the organization is suspended, and is sent once it is resumed", async () => {
  await staff.fund("100.00");
  const [due, decided] = [
    await staff.request(await staff.employ(), "60.00"),
    await approvedAdvance(staff, "150.00"),
  ];
  const setStatus = (status: "ACTIVE" | "SUSPENDED") =>
    changeOrganizationStatus(world, staff.home.path, status);
  const obstacle = async (advance: { id: number }) =>
    (await staff.platform.call(getSalaryAdvance, { params: pathOfAdvance(staff, advance) }))
      .obstacle;
  await setStatus("SUSPENDED");
  const { id, tenant_id, employee_id, amount } = due;
  await staff.platform.call(decideAdvance, {
    body: { id, tenant_id, employee_id, amount: nairaOf(amount), status: "APPROVED" },
  });
  await staff.fund("200.00");
  await staff.send();
  for (const advance of [due, decided]) {
    expect(await obstacle(advance)).toEqual({
      code: "organization_suspended",
      missing: null,
      message:
        "Not sent while the organization is suspended. It is sent automatically once the organization is resumed.",
    });
  }
  expect(await moved()).toEqual([30_000n, 0n, 0n]);

  await setStatus("ACTIVE");
  await staff.send();
  expect(await moved()).toEqual([9_000n, 0n, 21_000n]);
  await expectCoherentBooks(world);
});

test("an approved advance waits while its employee is suspended, and keeps no other waiting", async () => {
  const own = await openAdvances(world);
  const waiting = await approvedAdvance(own, "150.00");
  const params = { ...own.home.path, id: waiting.employee_id };
  await suspend(own, params);
  await own.fund("200.00");
  const next = await approvedAdvance(own, "20.00");
  await own.send();
  expect((await own.card(next)).status).toBe("PAID");
  expect(await own.card(waiting)).toMatchObject({
    status: "APPROVED",
    transfers: [],
    obstacle: { code: "employee_suspended" },
  });
  await suspend(own, params, false);
  await own.send();
  expect((await own.card(waiting)).status).toBe("PAID");
  await expectCoherentBooks(world);
});
