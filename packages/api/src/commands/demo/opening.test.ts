import { listEmployees } from "@kontor/contract/employees/employees";
import { listOpeningFigures } from "@kontor/contract/employees/pay";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { expect, test } from "vitest";

import { openFileWorld } from "../../testing/harness.ts";
import { calculatedRun, payslipIn } from "../../testing/payroll.ts";
import { seedDemo } from "./data.ts";

const world = await openFileWorld();

test("the demo's first payroll continues what employees earned before it in the year", async () => {
  world.clock.set(new Date("2026-11-10T09:00:00Z"));
  await seedDemo(world.database, world.clock, world.environment);
  const admin = await world.signIn("platform");
  for (const path of await admin.call(listOrganizations)) {
    const { tenant_id } = path;
    const run = await calculatedRun(world, { home: { path }, preparer: admin }, "2026-05");
    expect(run.warnings.map(({ code }) => code)).not.toContain("month_not_paid");
    // The eighth has worked there since before the year, and is paid.
    const eighth = await admin.call(listEmployees, { query: { tenant_id, search: "-0008" } });
    const one = { ...path, id: Number(eighth[0]?.id) };
    const [opening] = await admin.call(listOpeningFigures, { params: one });
    expect(opening).toMatchObject({ through_month: "2026-04", nhf: 0n });
    const { lines } = await payslipIn(admin, run, one);
    const amountOf = (code: string) => lines.find((each) => each.code === code)?.amount ?? 0n;
    expect([opening?.gross, opening?.pension, opening?.tax]).toEqual([
      4n * (amountOf("basic") + amountOf("housing") + amountOf("transport")),
      4n * amountOf("pension"),
      4n * amountOf("paye"),
    ]);
  }
});
