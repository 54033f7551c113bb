import { randomUUID } from "node:crypto";

import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";
import { login } from "@kontor/contract/session/session";
import { changeOwnPassword } from "@kontor/contract/users/account";
import { deactivatePlatformUser, reactivatePlatformUser } from "@kontor/contract/users/users";
import argon2 from "@node-rs/argon2";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { addPerson } from "../testing/people.ts";
import { createUser } from "./users.ts";

// Spies on the real functions, to measure how much work a response takes.
const hashing = vi.spyOn(argon2, "hash");
const verifying = vi.spyOn(argon2, "verify");

const password = "four words in a row";
const newPassword = "five other words in a row";
const minute = 60_000;
const wrongCode = {
  status: 422,
  code: "reset_code_wrong",
  message: "The code is wrong or has expired. Check it, or ask for a new one.",
};
const world = await openFileWorld({ KONTOR_TRUST_PROXY: "1" });
let email: string;

afterAll(async () => {
  hashing.mockRestore();
  verifying.mockRestore();
});
beforeEach(async () => {
  // All calls come from one address; after more than an hour its failures are forgotten.
  world.clock.advance(61 * minute);
  email = `${randomUUID()}@example.com`;
  await addUser(email);
});

async function addUser(address: string): Promise<void> {
  await world.database.transaction((tx) =>
    createUser(
      tx,
      { email: address, name: "Ada <b>", roles: ["ADMINISTRATOR"], tenant_id: null, password },
      world.clock.now(),
    ),
  );
}

type MailRow = { to_name: string; subject: string; html: string; text: string; expires_at: Date };

async function mailsTo(address: string): Promise<MailRow[]> {
  const { rows } = await world.database.transaction((tx) =>
    sql<MailRow>`select to_name, subject, html, text, expires_at from mails
      where to_email = ${address} and label = 'password_reset' order by id`.execute(tx),
  );
  return rows;
}

/** Requests a code and reads it from the mail. */
async function requestCode(): Promise<string> {
  await world.nobody.call(confirmEmail, { body: { email } });
  return /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[0] ?? "no code";
}

const verify = (code: string) => world.nobody.attempt(verifyResetCode, { body: { email, code } });

/** The same from another network address, set by a trusted proxy. */
const verifyFrom = (address: string, code: string) =>
  world.nobody.send(
    verifyResetCode.method,
    verifyResetCode.path,
    { email, code },
    { "x-forwarded-for": address },
  );

/** A wrong code. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");

async function tokenFor(code: string): Promise<string> {
  const { reset_token } = await world.nobody.call(verifyResetCode, { body: { email, code } });
  return reset_token;
}

const reset = (reset_token: string, chosen = newPassword) =>
  world.nobody.attempt(resetPassword, {
    body: { reset_token, password: chosen, password_confirmation: chosen },
  });

const signIn = (given: string) => world.nobody.attempt(login, { body: { email, password: given } });

describe("a password reset", () => {
  test("mails a code, exchanges it for a token, sets the password and ends all sessions", async () => {
    const sessions = await Promise.all([1, 2].map(() => world.login(email, password)));
    const code = await requestCode();
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ to_name: "Ada <b>", subject: "Your code for a new password" });
    expect(mail?.html).toContain("Hello Ada &lt;b&gt;,");
    expect(mail?.text).toContain("Hello Ada <b>,");
    expect(mail?.expires_at).toEqual(new Date(world.clock.now().getTime() + 10 * minute));

    const token = await tokenFor(code);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await signIn(password)).status).toBe(200);
    expect((await reset(token)).body).toEqual({ data: { done: true } });

    expect((await signIn(password)).problem.code).toBe("sign_in_failed");
    expect((await signIn(newPassword)).status).toBe(200);
    for (const { access_token } of sessions) {
      const headers = { authorization: `Bearer ${access_token}` };
      const reply = await world.nobody.send("GET", "/wire/me", undefined, headers);
      expect(reply.status).toBe(401);
    }
  });

  test("accepts each code and each token once", async () => {
    const code = await requestCode();
    const token = await tokenFor(code);
    expect((await verify(code)).problem).toMatchObject(wrongCode);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token, "six more words to remember here")).problem).toMatchObject({
      status: 422,
      code: "reset_token_dead",
      message: "This password reset is no longer valid. Start again with your email.",
    });
    expect((await signIn(newPassword)).status).toBe(200);
  });

  test("returns one token when the right code comes twice at the same time", async () => {
    const code = await requestCode();
    const replies = await Promise.all([verify(code), verify(code), verify(code)]);
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "422", "422"]);
  });

  test("accepts the code for ten minutes", async () => {
    const code = await requestCode();
    world.clock.advance(10 * minute - 1);
    const token = await tokenFor(code);
    expect((await reset(token)).status).toBe(200);
    const late = await requestCode();
    world.clock.advance(10 * minute);
    expect((await verify(late)).problem).toMatchObject(wrongCode);
  });

  test("accepts the token for fifteen minutes", async () => {
    const token = await tokenFor(await requestCode());
    world.clock.advance(15 * minute);
    expect((await reset(token)).problem.code).toBe("reset_token_dead");
    expect((await signIn(password)).status).toBe(200);
  });

  test("allows five attempts, then refuses the right code too", async () => {
    const code = await requestCode();
    const before = world.clock.waits.length;
    for (const by of [1, 2, 3, 4]) {
      expect((await verify(other(code, by))).problem).toMatchObject(wrongCode);
    }
    expect(world.clock.waits.slice(before)).toEqual([250, 500, 1000]);
    expect((await verify(code)).status).toBe(200);

    world.clock.advance(10 * minute);
    const second = await requestCode();
    for (const by of [1, 2, 3, 4, 5]) await verify(other(second, by));
    expect((await verify(second)).problem).toMatchObject(wrongCode);
  });

  test("counts attempts by network, so that a stranger cannot use up those of the user", async () => {
    const code = await requestCode();
    for (const by of [1, 2, 3, 4, 5, 6]) await verifyFrom("198.51.100.7", other(code, by));
    expect((await verifyFrom("198.51.100.7", code)).problem).toMatchObject(wrongCode);
    expect((await verifyFrom("203.0.113.9", code)).status).toBe(200);
  });

  test("allows ten attempts from all networks together", async () => {
    const code = await requestCode();
    for (const from of ["198.51.100.7", "198.51.100.8", "198.51.100.9"]) {
      for (const by of [1, 2, 3, 4]) await verifyFrom(from, other(code, by));
    }
    expect((await verifyFrom("203.0.113.9", code)).problem).toMatchObject(wrongCode);
  });

  test("counts concurrent attempts", async () => {
    const code = await requestCode();
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((by) => verify(other(code, by))));
    expect((await verify(code)).problem).toMatchObject(wrongCode);
  });

  test("lets an account start again after guesses of others", async () => {
    for (let tries = 0; tries < 6; tries++) await signIn("wrong");
    expect((await reset(await tokenFor(await requestCode()))).status).toBe(200);
    const before = world.clock.waits.length;
    expect((await signIn(newPassword)).status).toBe(200);
    expect(world.clock.waits.slice(before)).toEqual([]);
  });

  test("requires a strong password, typed the same twice", async () => {
    const reset_token = await tokenFor(await requestCode());
    const attempt = (chosen: string, confirmed: string) =>
      world.nobody.attempt(resetPassword, {
        body: { reset_token, password: chosen, password_confirmation: confirmed },
      });
    const short = await attempt("too short", "too short");
    expect(short.problem.errors).toMatchObject([{ path: "password" }]);
    const different = await attempt(newPassword, password);
    expect(different.problem.errors).toMatchObject([{ path: "password_confirmation" }]);
    expect((await reset(reset_token)).status).toBe(200);
  });

  test("refuses an unknown token before it hashes anything", async () => {
    hashing.mockClear();
    expect((await reset("a".repeat(43))).problem.code).toBe("reset_token_dead");
    expect(hashing).not.toHaveBeenCalled();
  });

  test("does not admit a disabled user", async () => {
    const code = await requestCode();
    const token = await tokenFor(code);
    await world.database.transaction((tx) =>
      sql`update users set deactivated = true where email = ${email}`.execute(tx),
    );
    expect((await reset(token)).problem.code).toBe("reset_token_dead");
    await world.nobody.call(confirmEmail, { body: { email } });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe("the link of a reset mail", () => {
  /** Requests a mail and reads the token of its link. */
  async function requestLink(): Promise<string> {
    await world.nobody.call(confirmEmail, { body: { email } });
    const text = (await mailsTo(email)).at(-1)?.text ?? "";
    return /\/new-password#([\w-]{43})(?![\w-])/.exec(text)?.[1] ?? "no link";
  }

  test("sets the password without a code, once", async () => {
    const link = await requestLink();
    expect((await reset(link)).status).toBe(200);
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await reset(link)).problem.code).toBe("reset_token_dead");
  });

  test("is not used up by wrong codes, from however many networks", async () => {
    const link = await requestLink();
    for (const by of [1, 2, 3, 4, 5, 6, 7]) {
      for (const from of ["198.51.100.7", "198.51.100.8", "203.0.113.9"]) {
        await verifyFrom(from, other("123456", by));
      }
    }
    expect((await reset(link)).status).toBe(200);
  });

  test("still works after others request mails, each for ten minutes", async () => {
    const link = await requestLink();
    world.clock.advance(2 * minute);
    const newer = await requestLink();
    expect(newer).not.toBe(link);
    expect(newer).toMatch(/^[\w-]{43}$/);
    world.clock.advance(8 * minute - 1);
    expect((await reset("a".repeat(43))).problem.code).toBe("reset_token_dead");
    expect((await reset(link)).status).toBe(200);
    expect((await reset(newer)).problem.code).toBe("reset_token_dead");
  });

  test("works for ten minutes, and one always works, however often mails are requested", async () => {
    const links: { token: string; mailed: number }[] = [];
    for (let passed = 0; passed <= 40; passed++) {
      const before = (await mailsTo(email)).length;
      const token = await requestLink();
      if ((await mailsTo(email)).length > before) links.push({ token, mailed: passed });
      const { rows } = await world.database.transaction((tx) =>
        sql`select from password_reset_links l join users u on u.id = l.user_id
          where u.email = ${email} and expires_at > ${world.clock.now()}`.execute(tx),
      );
      expect(rows.length).toBeGreaterThan(0);
      world.clock.advance(minute);
    }
    expect(links.length).toBeGreaterThan(3);
    expect((await reset(links[0]?.token ?? "")).problem.code).toBe("reset_token_dead");
    expect((await reset(links.at(-1)?.token ?? "")).status).toBe(200);
  });

  test("invalidates earlier codes and links when it is used", async () => {
    const code = await requestCode();
    const token = await tokenFor(code);
    world.clock.advance(2 * minute);
    const link = await requestLink();
    expect((await reset(token)).status).toBe(200);
    expect((await reset(link)).problem.code).toBe("reset_token_dead");
  });

  test("stays invalid after a deactivation, also when the user is reactivated", async () => {
    const [admin, person] = [
      await addPerson(world, ["ADMINISTRATOR"]),
      await addPerson(world, ["VIEWER"]),
    ];
    ({ email } = person);
    const link = await requestLink();
    const wire = { params: { id: person.id } };
    await admin.caller.call(deactivatePlatformUser, wire);
    await admin.caller.call(reactivatePlatformUser, { ...wire, body: { password } });
    expect((await reset(link)).problem.code).toBe("reset_token_dead");
    expect((await signIn(password)).status).toBe(200);
  });

  test("is invalid once the user has changed the password, as are code and token", async () => {
    const person = await addPerson(world, ["VIEWER"]);
    ({ email } = person);
    const token = await tokenFor(await requestCode());
    world.clock.advance(2 * minute);
    const code = await requestCode();
    const link = await requestLink();
    const typed = { password: newPassword, password_confirmation: newPassword };
    await person.caller.call(changeOwnPassword, {
      body: { ...typed, present_password: password },
    });
    expect((await verify(code)).problem).toMatchObject(wrongCode);
    for (const held of [token, link]) {
      expect((await reset(held, password)).problem.code).toBe("reset_token_dead");
    }
    expect((await signIn(newPassword)).status).toBe(200);
  });
});

describe("requesting a code", () => {
  test("takes the same work and gives the same response for an unknown address, and mails nothing", async () => {
    const addresses = [email, `${randomUUID()}@example.com`];
    const seen = [];
    for (const address of addresses) {
      hashing.mockClear();
      const before = world.clock.waits.length;
      const reply = await world.nobody.attempt(confirmEmail, { body: { email: address } });
      seen.push({
        status: reply.status,
        body: reply.body,
        hashed: hashing.mock.calls.length,
        waits: world.clock.waits.slice(before),
      });
    }
    expect(seen[0]).toEqual({
      status: 200,
      body: { data: { done: true } },
      hashed: 1,
      waits: [500],
    });
    expect(seen[1]).toEqual(seen[0]);
    expect((await mailsTo(addresses[0] ?? "")).length).toBe(1);
    expect(await mailsTo(addresses[1] ?? "")).toEqual([]);
  });

  test("takes the same work and gives the same response when a code is tried for an unknown address", async () => {
    verifying.mockClear();
    const reply = await world.nobody.attempt(verifyResetCode, {
      body: { email: `${randomUUID()}@example.com`, code: "123456" },
    });
    expect(reply.problem).toMatchObject(wrongCode);
    expect(verifying.mock.calls).toEqual([
      [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), "123456"],
    ]);
  });

  test("mails a new code after pauses that grow to eight minutes, during which the old one works", async () => {
    const mailed: number[] = [];
    for (let passed = 0; passed <= 30; passed++) {
      const before = (await mailsTo(email)).length;
      // A request before the pause is over makes it longer, so each request waits for its end.
      const due = [0, 1, 3, 7, 15, 23].includes(passed);
      if (due) await world.nobody.call(confirmEmail, { body: { email } });
      if ((await mailsTo(email)).length > before) mailed.push(passed);
      world.clock.advance(minute);
    }
    expect(mailed).toEqual([0, 1, 3, 7, 15, 23]);
  });

  test("keeps a code that was mailed a moment ago", async () => {
    const code = await requestCode();
    world.clock.advance(minute - 1);
    expect(await requestCode()).toBe(code);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await verify(code)).status).toBe(200);
  });
});
