import * as contract from "@kontor/contract/accounting/periods";
import type { Role } from "@kontor/contract/reference/roles";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { addPerson } from "../../testing/people.ts";

const world = await openFileWorld();
const books = await openBooks(world);
/** May keep the books of the organization and close them. */
const owner = await world.signInAs(["OWNER"], books.tenant.tenant_id);

test("offers an exception to the users who can post, by name or email, and refuses it to others", async () => {
  const { tenant_id } = books.tenant;
  const named = async (name: string, roles: readonly Role[], tenantId: number | null) => {
    const { id, email } = await addPerson(world, roles, { tenantId, name });
    return { id, name, email };
  };
  const zainab = await named("Zainab Books", ["BOOKKEEPER", "HR"], tenant_id);
  const ade = await named("ade owner", ["OWNER"], tenant_id);
  const staff = await named("Musa Platform 7", ["ACCOUNTANT"], null);
  const gone = await named("Gone Books", ["BOOKKEEPER"], tenant_id);
  const invited = await named("Invited Books", ["BOOKKEEPER"], tenant_id);
  await world.database.transaction(async (tx) => {
    await sql`update users set deactivated = true where id = ${gone.id}`.execute(tx);
    await sql`update users set password_hash = null where id = ${invited.id}`.execute(tx);
  });
  const others = [
    await named("Hauwa Books", ["HR", "VIEWER"], tenant_id),
    await named("Vera Books", ["VIEWER"], null),
    await named("Sam Books", ["OWNER"], books.strangerTenant.tenant_id),
  ];
  const offered = (caller: Caller, search: string, page = {}) =>
    caller.list(contract.listExceptionUsers, { query: { tenant_id, search, ...page } });
  expect((await offered(owner, "books")).data).toEqual([zainab]);
  expect((await offered(owner, ade.email.toUpperCase())).data).toEqual([ade]);
  // Users of an organization do not learn who works for the platform.
  expect((await offered(owner, staff.name)).data).toEqual([]);
  expect((await offered(books.staff, staff.name)).data).toEqual([staff]);
  expect((await offered(books.staff, zainab.name)).data).toEqual([zainab]);
  const first = await offered(owner, "", { per_page: 1 });
  expect([first.data, first.meta.total]).toEqual([[ade], 4]);

  const grant = (user_id: number, caller = owner) =>
    caller.attempt(contract.grantLockException, {
      body: { tenant_id, user_id, hours: 1, reason: "A late invoice" },
    });
  for (const { id } of [...others, gone, invited, staff, { id: 99_999_999 }]) {
    const refused = await grant(id);
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [
        {
          path: "user_id",
          message: "This user cannot post in these books. Choose a user from the list.",
        },
      ],
    ]);
  }
  expect((await grant(zainab.id)).status).toBe(201);
  expect((await grant(staff.id, books.staff)).status).toBe(201);
  const foreign = await books.stranger.attempt(contract.listExceptionUsers, {
    query: { tenant_id },
  });
  expect(foreign.status).toBe(403);
});
