import type { Role } from "@kontor/contract/reference/roles";
import { getMe } from "@kontor/contract/session/session";
import * as contract from "@kontor/contract/users/users";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPerson, type TestPerson } from "../testing/people.ts";

const world = await openFileWorld();

const owners = {
  "the platform": {
    guard: "ADMINISTRATOR" as Role,
    invite: contract.invitePlatformUser,
    roles: contract.changePlatformRoles,
    deactivate: contract.deactivatePlatformUser,
  },
  "an organization": {
    guard: "OWNER" as Role,
    invite: contract.inviteOrganizationUser,
    roles: contract.changeOrganizationRoles,
    deactivate: contract.deactivateOrganizationUser,
  },
};
const kinds = Object.keys(owners) as (keyof typeof owners)[];

describe("the last user who can grant roles", () => {
  /**
   * A new organization with two owners, or a platform with two administrators, and no other users.
   */
  async function twoHolders(kind: keyof typeof owners): Promise<[TestPerson, TestPerson, object]> {
    const role = owners[kind].guard;
    if (role === "OWNER") {
      const { tenant_id: tenantId, path } = await openOrganization(world);
      const pair = [
        await addPerson(world, [role], { tenantId, name: "One" }),
        await addPerson(world, [role, "HR"], { tenantId, name: "Two" }),
      ] as const;
      return [...pair, path];
    }
    await world.database.transaction((tx) =>
      sql`update users set deactivated = true where 'ADMINISTRATOR' = any (roles)`.execute(tx),
    );
    const one = await addPerson(world, [role], { name: "One" });
    return [one, await addPerson(world, [role], { name: "Two" }), {}];
  }

  const demotion = (kind: keyof typeof owners, by: TestPerson, whom: TestPerson, path: object) =>
    by.caller.attempt(owners[kind].roles, {
      params: { ...path, id: whom.id },
      body: { roles: ["VIEWER"], version: 1, password: by.password },
    });

  test.for(kinds)("of %s can be neither demoted nor deactivated", async (kind) => {
    const [one, two, path] = await twoHolders(kind);
    const { deactivate } = owners[kind];
    const code = kind === "the platform" ? "last_administrator" : "last_owner";
    expect((await demotion(kind, one, two, path)).status).toBe(200);
    // A user who is only invited does not count.
    const { invite, guard } = owners[kind];
    await one.caller.call(invite, {
      params: path,
      body: {
        name: "New",
        email: `new-${one.id}@example.com`,
        roles: [guard],
        password: one.password,
      },
    });
    expect((await demotion(kind, one, one, path)).problem).toMatchObject({ status: 409, code });
    const reply = await one.caller.attempt(deactivate, { params: { ...path, id: one.id } });
    expect(reply.problem).toMatchObject({ status: 409, code });
    expect(reply.problem.message).toContain("One is the last");
    expect((await one.caller.call(getMe)).permissions).toContain("payroll.approve");
  });

  test.for(kinds)("of %s remains when two demote each other concurrently", async (kind) => {
    for (let round = 0; round < 3; round++) {
      const [one, two, path] = await twoHolders(kind);
      const replies = await Promise.all([
        demotion(kind, one, two, path),
        demotion(kind, two, one, path),
      ]);
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(2);
      const remaining = await Promise.all([one, two].map(({ caller }) => caller.call(getMe)));
      expect(remaining.filter(({ roles }) => roles.includes(owners[kind].guard)).length).toBe(1);
    }
  });

  test.for(kinds)("of %s remains when two deactivate each other concurrently", async (kind) => {
    const [one, two, path] = await twoHolders(kind);
    const { deactivate } = owners[kind];
    await Promise.all([
      one.caller.attempt(deactivate, { params: { ...path, id: two.id } }),
      two.caller.attempt(deactivate, { params: { ...path, id: one.id } }),
    ]);
    const remaining = await Promise.all([one, two].map(({ caller }) => caller.attempt(getMe)));
    expect(remaining.filter(({ status }) => status === 200).length).toBe(1);
  });
});
