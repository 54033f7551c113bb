import { getEmployeeChoices, listEmployees } from "@kontor/contract/employees/employees";
import { getFinancials } from "@kontor/contract/funding/funding";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { portalMe } from "@kontor/contract/portal/session";
import { organizationRoleNames, platformRoleNames } from "@kontor/contract/reference/roles";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { expectCoherentBooks } from "../testing/coherence.ts";
import { openWorld, type World } from "../testing/harness.ts";
import { signInToPortal } from "../testing/portal.ts";
import { seedDemo } from "./demo-data.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
});

test("the demo has organizations with funds, and books that agree, and is made once", async () => {
  const signIn = await seedDemo(world.database, world.clock, world.environment);
  expect(signIn).toBeDefined();
  for (const email of [
    "hr@demo-foods.example",
    "manager@demo-textiles.example",
    "reviewer@kontor.example",
  ]) {
    await world.login(email, signIn?.password ?? "");
  }
  const { rows } = await world.database.transaction((tx) =>
    sql<{ side: string; roles: string }>`
      select case when tenant_id is null then 'platform' else 'organization' end as side,
        string_agg(distinct roles[1], ' ' order by roles[1]) as roles
      from users group by 1 order by 1`.execute(tx),
  );
  expect(rows.map(({ roles }) => roles)).toEqual([
    [...organizationRoleNames].toSorted().join(" "),
    [...platformRoleNames].toSorted().join(" "),
  ]);
  expect(await seedDemo(world.database, world.clock, world.environment)).toEqual(signIn);
  const staff = await world.signIn("staff");
  const organizations = await staff.call(listOrganizations);
  expect(organizations).toHaveLength(3);
  for (const { tenant_id, company_id } of organizations) {
    const { data } = await staff.list(getFinancials, { params: { tenant_id, company_id } });
    expect(data.transactions.map(({ action, status }) => `${action} ${status}`)).toEqual([
      "WITHDRAWAL COMPLETED",
      "DEPOSIT COMPLETED",
    ]);
    expect([data.balance, data.balance_dc]).toEqual([624_999_950n, "DR"]);
  }
  await expectCoherentBooks(world);
});

test("each has staff with pay, branches and gaps, marked as made up", async () => {
  const admin = await world.signIn("platform");
  for (const { tenant_id, company_id } of await admin.call(listOrganizations)) {
    const count = async (query: object) => {
      const asked = { tenant_id, per_page: 100, ...query };
      const { data, meta } = await admin.list(listEmployees, { query: asked });
      expect(data.every(({ demo, branch }) => demo && branch !== null)).toBe(true);
      return meta.total;
    };
    expect(await count({})).toBe(60);
    expect(await count({ status: "SUSPENDED" })).toBe(1);
    expect(await count({ bank_change_waiting: true })).toBe(1);
    expect([await count({ missing: "pay" }), await count({ missing: "tax_id" })]).toEqual([3, 6]);
    const { departments } = await admin.call(getEmployeeChoices, {
      params: { tenant_id, company_id },
    });
    expect(departments).toHaveLength(7);
  }
});

test("an employee of each is invited to the portal and can sign in", async () => {
  for (const code of ["demo-foods", "demo-logistics", "demo-textiles"]) {
    const session = await signInToPortal(world, `employee@${code}.example`);
    const self = await session.call(portalMe);
    expect([self.organization.name, self.bank === null]).toEqual([
      `Demo ${code.slice(5, 6).toUpperCase()}${code.slice(6)} Limited`,
      false,
    ]);
  }
});
