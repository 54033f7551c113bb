import { randomBytes } from "node:crypto";

import { sql } from "kysely";

import { openStandardChart, type SystemLedgers } from "../accounting/chart/standard-chart.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { setTenant } from "../platform/scope.ts";
import type { World } from "./harness.ts";

export type TestTenant = { tenant_id: number; ledgers: SystemLedgers };

/** A tenant with its standard chart of accounts and nothing else. */
export async function openTenant(world: World, name = "Test tenant"): Promise<TestTenant> {
  return world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const code = `t-${randomBytes(5).toString("hex")}`;
    const { rows } = await sql<{ id: number }>`
      insert into tenants (code, name, email, created_at)
      values (${code}, ${name}, ${`${code}@example.com`}, ${now}) returning id`.execute(tx);
    const tenant_id = exactlyOne(rows).id;
    await setTenant(tx, tenant_id);
    return { tenant_id, ledgers: await openStandardChart(tx, tenant_id, now) };
  });
}
