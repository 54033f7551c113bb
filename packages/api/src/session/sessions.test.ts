import { randomUUID } from "node:crypto";

import { permissions, unattendedHeader } from "@kontor/contract/endpoint";
import { login, logout, getMe } from "@kontor/contract/session/session";
import argon2 from "@node-rs/argon2";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { permissionsOf } from "../platform/permissions.ts";
import { openFileWorld } from "../testing/harness.ts";
import { hashSecret } from "./passwords.ts";
import { changePassword, createUser } from "./users.ts";

// Spies on the real functions, to measure how much work a response takes.
const hashing = vi.spyOn(argon2, "hash");
const verifying = vi.spyOn(argon2, "verify");

const password = "four words in a row";
const minute = 60_000;
const world = await openFileWorld();

afterAll(async () => {
  hashing.mockRestore();
  verifying.mockRestore();
});
beforeEach(() => {
  verifying.mockClear();
});

async function addUser(
  email = `${randomUUID()}@example.com`,
): Promise<{ id: number; email: string }> {
  const id = await world.database.transaction((tx) =>
    createUser(
      tx,
      { email, name: "Ada", roles: ["ADMINISTRATOR"], tenant_id: null, password },
      world.clock.now(),
    ),
  );
  return { id, email };
}

async function signIn(email: string) {
  const { access_token } = await world.login(email, password);
  const headers = { authorization: `Bearer ${access_token}` };
  return {
    access_token,
    ask: () => world.nobody.send("GET", "/wire/me", undefined, headers),
    headers,
  };
}

describe("signing in", () => {
  test("opens a session and returns who is signed in", async () => {
    const user = await addUser();
    const answer = await world.nobody.call(login, {
      body: { email: ` ${user.email.toUpperCase()} `, password, token: "of an older client" },
    });
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      is_super: true,
      admin_id: user.id,
      user_type: "platform",
    });
    if ("challenge" in answer) throw new Error("a second factor is asked for");
    const reply = await world.nobody.send("GET", "/wire/me", undefined, {
      authorization: `Bearer ${answer.access_token}`,
    });
    expect(reply.body).toEqual({
      data: {
        name: "Ada",
        email: user.email,
        profile_photo: null,
        id: user.id,
        user_type: "platform",
        roles: ["ADMINISTRATOR"],
        tenant_id: null,
        tenant_name: null,
        company_id: null,
        permissions: [...permissions],
        second_factor: false,
        second_factor_due: false,
        outgoing_held: false,
        counts: { salary_advances: 0, payroll_runs: 0 },
      },
    });
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  test("reports that a staff member is not a super user", async () => {
    const staff = await world.signIn("staff");
    await world.database.transaction(async (tx) => {
      await sql`update users set password_hash = ${await hashSecret(password)}, email = 'staff@example.com',
        profile_photo = ${"a".repeat(32)} where id = ${staff.user_id}`.execute(tx);
    });
    const answer = await world.login("staff@example.com", password);
    expect(answer).toMatchObject({ is_super: false, user_type: "staff" });
    expect(await staff.call(getMe)).toMatchObject({
      profile_photo: `/api/files/${"a".repeat(32)}`,
      permissions: permissionsOf(["ACCOUNTANT", "REVIEWER"], null),
    });
  });

  test("refuses a wrong password, an unknown address and a disabled user with the same response and the same work", async () => {
    const known = await addUser();
    const disabled = await addUser();
    const withoutPassword = await world.signIn("staff");
    await world.database.transaction(async (tx) => {
      await sql`update users set deactivated = true where id = ${disabled.id}`.execute(tx);
      await sql`update users set email = 'nopassword@example.com'
        where id = ${withoutPassword.user_id}`.execute(tx);
    });
    const attempts = [
      { email: known.email, password: "not the password" },
      { email: `${randomUUID()}@example.com`, password },
      { email: disabled.email, password },
      { email: "nopassword@example.com", password: "none" },
    ];
    for (const body of attempts) {
      verifying.mockClear();
      const reply = await world.nobody.attempt(login, { body });
      expect(reply.status).toBe(422);
      expect(reply.body).toEqual({
        type: "urn:kontor:error:sign_in_failed",
        title: "Not acceptable as sent",
        status: 422,
        code: "sign_in_failed",
        message: "The email or password is wrong. Check both and try again.",
      });
      expect(verifying.mock.calls).toEqual([
        [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), body.password],
      ]);
    }
  });

  test("requires both fields and accepts no others", async () => {
    const reply = await world.nobody.attempt(login, { body: { email: "", remember: true } });
    expect(reply.status).toBe(422);
    expect(reply.problem.errors?.map(({ path }) => path).toSorted()).toEqual([
      "email",
      "password",
      "remember",
    ]);
    expect(verifying).not.toHaveBeenCalled();
  });
});

describe("signing in while the password changes", () => {
  test("opens no session with the old one", async () => {
    const user = await addUser();
    verifying.mockImplementationOnce(async () => {
      await world.database.transaction(async (tx) =>
        changePassword(tx, {
          user_id: user.id,
          password_hash: await hashSecret("five other words in a row"),
          now: world.clock.now(),
        }),
      );
      return true;
    });
    const reply = await world.nobody.attempt(login, { body: { email: user.email, password } });
    expect(reply.problem).toMatchObject({ status: 422, code: "sign_in_failed" });
    const { rows } = await world.database.transaction((tx) =>
      sql`select from sessions where user_id = ${user.id}`.execute(tx),
    );
    expect(rows).toEqual([]);
  });
});

describe("a session", () => {
  test("ends by signing out, and no other does", async () => {
    const user = await addUser();
    const first = await signIn(user.email);
    const second = await signIn(user.email);
    const reply = await world.nobody.send("POST", "/wire/logout", undefined, first.headers);
    expect(reply.body).toEqual({ data: { done: true } });
    expect((await first.ask()).problem).toMatchObject({ status: 401, code: "session_missing" });
    expect((await second.ask()).status).toBe(200);
    const again = await world.nobody.send("POST", "/wire/logout", undefined, first.headers);
    expect(again.status).toBe(401);
    expect((await world.nobody.attempt(logout)).status).toBe(401);
  });

  test("ends after 30 minutes without a call", async () => {
    const user = await addUser();
    const session = await signIn(user.email);
    for (const pause of [29, 29]) {
      world.clock.advance(pause * minute);
      expect((await session.ask()).status).toBe(200);
    }
    world.clock.advance(30 * minute);
    expect((await session.ask()).status).toBe(401);
  });

  test("ends after 30 minutes in which only the page itself polled", async () => {
    const user = await addUser();
    const session = await signIn(user.email);
    const headers = { ...session.headers, [unattendedHeader]: "yes" };
    const unattended = () => world.nobody.send("GET", "/wire/me", undefined, headers);
    for (const pause of [10, 10, 9]) {
      world.clock.advance(pause * minute);
      expect((await unattended()).status).toBe(200);
    }
    world.clock.advance(minute);
    expect((await unattended()).status).toBe(401);
    expect((await session.ask()).status).toBe(401);
  });

  test("ends 12 hours after signing in, however active", async () => {
    const user = await addUser();
    const session = await signIn(user.email);
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      world.clock.advance(20 * minute);
      expect((await session.ask()).status).toBe(200);
    }
    world.clock.advance(20 * minute);
    expect((await session.ask()).status).toBe(401);
  });

  test("ends when the user is disabled", async () => {
    const user = await addUser();
    const session = await signIn(user.email);
    await world.database.transaction((tx) =>
      sql`update users set deactivated = true where id = ${user.id}`.execute(tx),
    );
    expect((await session.ask()).status).toBe(401);
  });

  test("is in the audit log with its beginning and its end", async () => {
    const user = await addUser();
    const session = await signIn(user.email);
    await world.nobody.send("POST", "/wire/logout", undefined, session.headers);
    const { rows } = await world.database.transaction(async (tx) => {
      await sql`select set_config('app.reads_all', 'on', true)`.execute(tx);
      return sql`select action, subject from audit_log where actor_id = ${user.id} order by id`.execute(
        tx,
      );
    });
    expect(rows).toEqual([
      { action: "session.opened", subject: `user:${user.id}` },
      { action: "session.closed", subject: `user:${user.id}` },
    ]);
  });
});

test("an address belongs to one user, ignoring case", async () => {
  const user = await addUser();
  await expect(addUser(user.email.toUpperCase())).rejects.toMatchObject({ code: "email_taken" });
});

test("a user has at most twenty sessions: one more ends the oldest", async () => {
  const user = await addUser();
  const first = await world.login(user.email, password);
  const later = [];
  for (let count = 0; count < 20; count++) later.push(await world.login(user.email, password));
  const readMe = async ({ access_token }: { access_token: string }) =>
    (
      await world.nobody.send("GET", "/wire/me", undefined, {
        authorization: `Bearer ${access_token}`,
      })
    ).status;
  expect(await readMe(first)).toBe(401);
  expect(await Promise.all(later.map(readMe))).toEqual(later.map(() => 200));
});
