import { listGroups } from "@kontor/contract/accounting/groups";
import { confirmEmail } from "@kontor/contract/session/password-reset";
import { login } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { changeOrganizationStatus } from "../testing/people.ts";
import { createUser } from "./users.ts";

const password = "four words in a row";
const email = "ada@suspended.example";

const world = await openFileWorld();
const tenant = await openOrganization(world);

beforeAll(async () => {
  const user = {
    email,
    name: "Ada",
    roles: ["BOOKKEEPER"] as const,
    tenant_id: tenant.tenant_id,
    password,
  };
  await world.database.transaction((tx) => createUser(tx, user, world.clock.now()));
});

const setStatus = (status: "ACTIVE" | "SUSPENDED") =>
  changeOrganizationStatus(world, tenant.path, status);

async function mailsTo(address: string): Promise<number> {
  const { rows } = await world.database.transaction((tx) =>
    sql`select from mails where to_email = ${address}`.execute(tx),
  );
  return rows.length;
}

test("users of a suspended organization are signed out and cannot sign in until it is active again", async () => {
  const signIn = () => world.nobody.attempt(login, { body: { email, password } });
  const user = await world.signIn("organization", tenant.tenant_id);
  expect((await user.attempt(listGroups)).status).toBe(200);
  expect((await signIn()).status).toBe(200);

  await setStatus("SUSPENDED");
  const refused = await user.attempt(listGroups);
  expect([refused.status, refused.problem.code]).toEqual([401, "session_missing"]);
  const shut = await signIn();
  expect([shut.status, shut.problem.code]).toEqual([422, "sign_in_failed"]);
  await world.nobody.call(confirmEmail, { body: { email } });
  expect(await mailsTo(email)).toBe(0);
  const staff = await world.signIn("staff");
  const { meta } = await staff.list(listGroups, { query: { tenant_id: tenant.tenant_id } });
  expect(meta.total).toBeGreaterThan(0);

  await setStatus("ACTIVE");
  expect((await signIn()).status).toBe(200);
});

test("the end of a suspension restores no session, code or link", async () => {
  const user = await world.signIn("organization", tenant.tenant_id);
  const staff = await world.signIn("staff");
  await world.nobody.call(confirmEmail, { body: { email } });
  const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
    world.database.transaction((tx) => statement.execute(tx));
  await run(sql`
    insert into sign_in_challenges (token_hash, user_id, password_hash, expires_at)
    select sha256('begun'), id, '', ${new Date(world.clock.now().getTime() + 60_000)} from users where email = ${email}`);
  const openWays = async () => {
    const { rows } = await run(sql<Record<string, number>>`
      select (select count(*) from password_resets)::int as codes,
        (select count(*) from password_reset_links)::int as links,
        (select count(*) from sign_in_challenges)::int as challenges`);
    return rows[0];
  };
  expect(await openWays()).toEqual({ codes: 1, links: 1, challenges: 1 });
  // Not used in between, so that no request could have ended it.
  await setStatus("SUSPENDED");
  await setStatus("ACTIVE");
  expect((await user.attempt(listGroups)).status).toBe(401);
  expect((await staff.attempt(listGroups)).status).toBe(200);
  expect(await openWays()).toEqual({ codes: 0, links: 0, challenges: 0 });

  await setStatus("SUSPENDED");
  // Like a sign-in whose password was compared before the suspension.
  const late = await world.signIn("organization", tenant.tenant_id);
  await setStatus("ACTIVE");
  expect((await late.attempt(listGroups)).status).toBe(401);
});
