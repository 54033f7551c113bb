import { listGroups } from "@kontor/contract/accounting/groups";
import { login, loginSecondFactor, logout, getMe } from "@kontor/contract/session/session";
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "@kontor/contract/users/account";
import * as users from "@kontor/contract/users/users";
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";

import { openFileWorld } from "../testing/harness.ts";
import { openOrganization } from "../testing/organizations.ts";
import { addPerson, mailsTo, type TestPerson } from "../testing/people.ts";
import { wholeDatabase } from "../testing/whole-database.ts";

const step = 30_000;
const world = await openFileWorld();
const acme = await openOrganization(world);
let ada: TestPerson;

beforeEach(async () => {
  ada = await addPerson(world, ["VIEWER"]);
});

/** The code that an app with this key shows, a number of steps from now. */
function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({
    secret: new TOTP({ secret }).secret,
    timestamp: world.clock.now().getTime() + steps * step,
  });
}

/** Sets up the second factor of a user. @returns the key and the recovery codes. */
async function enrol(person: TestPerson): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = await person.caller.call(startSecondFactor, {
    body: { password: person.password },
  });
  const body = { code: codeOf(secret) };
  const { recovery_codes } = await person.caller.call(confirmSecondFactor, { body });
  world.clock.advance(2 * step);
  return { secret, recovery: recovery_codes };
}

async function challengeOf({ email, password }: TestPerson): Promise<string> {
  const answer = await world.nobody.call(login, { body: { email, password } });
  if (!("challenge" in answer)) throw new Error("no second factor is asked for");
  return answer.challenge;
}

const complete = (challenge: string, code: string) =>
  world.nobody.attempt(loginSecondFactor, { body: { challenge, code } });

describe("setting up", () => {
  test("returns a key for apps, and recovery codes after a code of the app is entered", async () => {
    expect(await ada.caller.call(getSecondFactor)).toEqual({
      enabled: false,
      enabled_at: null,
      required: false,
      recovery_codes_left: 0,
    });
    const { secret, otpauth_url } = await ada.caller.call(startSecondFactor, {
      body: { password: ada.password },
    });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(otpauth_url);
    expect([address.protocol, address.searchParams.get("secret")]).toEqual(["otpauth:", secret]);
    expect(decodeURIComponent(address.pathname)).toContain(`Kontor:${ada.email}`);
    // Until it is confirmed it has no effect.
    const elsewhere = await world.login(ada.email, ada.password);
    const wrong = await ada.caller.attempt(confirmSecondFactor, {
      body: { code: codeOf(secret, 9) },
    });
    expect(wrong.problem).toMatchObject({ status: 422, code: "second_factor_wrong" });
    const code = codeOf(secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const { recovery_codes } = await ada.caller.call(confirmSecondFactor, {
      body: { code: spaced },
    });
    expect(new Set(recovery_codes).size).toBe(10);
    for (const each of recovery_codes) expect(each).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await ada.caller.call(getSecondFactor)).toMatchObject({
      enabled: true,
      enabled_at: world.clock.now(),
      recovery_codes_left: 10,
    });
    expect((await ada.caller.call(getMe)).second_factor).toBe(true);
    expect(
      (await world.callerWith(elsewhere.access_token, elsewhere.admin_id).attempt(getMe)).status,
    ).toBe(401);
    const stored = await wholeDatabase(world);
    for (const secretText of [secret, ...recovery_codes]) expect(stored).not.toContain(secretText);
    expect((await mailsTo(world, ada.email)).at(-1)?.subject).toBe("Your second factor is on");
    const again = await ada.caller.attempt(startSecondFactor, { body: { password: ada.password } });
    expect(again.problem).toMatchObject({ status: 409, code: "second_factor_on" });
  });

  test("requires the password, and a key before a code", async () => {
    const wrong = await ada.caller.attempt(startSecondFactor, { body: { password: "no" } });
    expect(wrong.problem).toMatchObject({ status: 422, code: "password_wrong" });
    const none = await ada.caller.attempt(confirmSecondFactor, { body: { code: "123456" } });
    expect(none.problem).toMatchObject({ status: 409, code: "second_factor_missing" });
    const malformed = await ada.caller.attempt(confirmSecondFactor, { body: { code: "12345" } });
    expect(malformed.problem.errors?.[0]?.path).toBe("code");
    for (const endpoint of [getSecondFactor, startSecondFactor, confirmSecondFactor]) {
      expect((await world.nobody.attempt(endpoint)).status).toBe(401);
    }
  });
});

describe("signing in with a second factor", () => {
  test("requires the password, then a code, and then opens the session", async () => {
    const { secret } = await enrol(ada);
    const challenge = await challengeOf(ada);
    const reply = await complete(challenge, codeOf(secret));
    expect(reply.status).toBe(200);
    const { data } = reply.body as { data: { access_token: string; admin_id: number } };
    expect(data.admin_id).toBe(ada.id);
    const caller = world.callerWith(data.access_token, ada.id);
    expect((await caller.call(getMe)).email).toBe(ada.email);
    expect((await complete(challenge, codeOf(secret, 1))).problem.code).toBe("challenge_dead");
  });

  test("accepts a code of the step before or after, and each only once", async () => {
    const { secret } = await enrol(ada);
    const used = codeOf(secret, -1);
    expect((await complete(await challengeOf(ada), used)).status).toBe(200);
    const replay = await complete(await challengeOf(ada), used);
    expect(replay.problem).toMatchObject({ status: 422, code: "second_factor_wrong" });
    expect((await complete(await challengeOf(ada), codeOf(secret, 1))).status).toBe(200);
    // A code of an earlier step than the last one counts as used.
    expect((await complete(await challengeOf(ada), codeOf(secret))).status).toBe(422);
    world.clock.advance(10 * step);
    expect((await complete(await challengeOf(ada), codeOf(secret, 2))).status).toBe(422);
    expect((await complete(await challengeOf(ada), codeOf(secret, -2))).status).toBe(422);
  });

  test("accepts one of two concurrent requests with the same code", async () => {
    const { secret } = await enrol(ada);
    const challenges = [await challengeOf(ada), await challengeOf(ada)];
    const code = codeOf(secret);
    const replies = await Promise.all(challenges.map((each) => complete(each, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("accepts each recovery code once, however it is typed", async () => {
    const { recovery } = await enrol(ada);
    const [first = "", second = ""] = recovery;
    const typed = first.toUpperCase().replaceAll("-", " ");
    expect((await complete(await challengeOf(ada), typed)).status).toBe(200);
    expect((await complete(await challengeOf(ada), first)).status).toBe(422);
    expect((await ada.caller.call(getSecondFactor)).recovery_codes_left).toBe(9);
    const renewed = await ada.caller.call(renewRecoveryCodes, { body: { password: ada.password } });
    expect(renewed.recovery_codes).toHaveLength(10);
    expect((await complete(await challengeOf(ada), second)).status).toBe(422);
    const [fresh = ""] = renewed.recovery_codes;
    expect((await complete(await challengeOf(ada), fresh)).status).toBe(200);
  });

  test("ends after five wrong codes or five minutes, and slows down guessing", async () => {
    const { secret } = await enrol(ada);
    const challenge = await challengeOf(ada);
    const before = world.clock.waits.length;
    for (let tried = 0; tried < 5; tried++) await complete(challenge, "000000");
    const waits = world.clock.waits.slice(before);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(2000);
    expect((await complete(challenge, codeOf(secret))).problem.code).toBe("challenge_dead");
    const late = await challengeOf(ada);
    world.clock.advance(5 * 60_000);
    expect((await complete(late, codeOf(secret))).problem.code).toBe("challenge_dead");
    expect((await complete("x".repeat(43), "123456")).problem.code).toBe("challenge_dead");
  });

  test("after twenty wrong codes compares only recovery codes", async () => {
    const { secret, recovery } = await enrol(ada);
    for (let round = 0; round < 4; round++) {
      const challenge = await challengeOf(ada);
      for (let tried = 0; tried < 5; tried++) await complete(challenge, "000000");
    }
    const right = await complete(await challengeOf(ada), codeOf(secret));
    expect(right.problem).toMatchObject({ status: 429, code: "second_factor_tried_often" });
    expect(right.headers.get("retry-after")).toBe("3600");
    expect((await complete(await challengeOf(ada), recovery[0] ?? "")).status).toBe(200);
  });

  test("fails once the password was changed or the user was deactivated", async () => {
    const { secret } = await enrol(ada);
    const challenge = await challengeOf(ada);
    await world.database.transaction((tx) =>
      sql`update users set password_hash = 'other' where id = ${ada.id}`.execute(tx),
    );
    expect((await complete(challenge, codeOf(secret))).problem.code).toBe("sign_in_failed");
  });
});

describe("switching off", () => {
  test("requires the password, and the next sign-in asks for no code", async () => {
    await enrol(ada);
    const wrong = await ada.caller.attempt(disableSecondFactor, { body: { password: "no" } });
    expect(wrong.problem.code).toBe("password_wrong");
    await ada.caller.call(disableSecondFactor, { body: { password: ada.password } });
    await world.login(ada.email, ada.password);
    const again = await ada.caller.attempt(disableSecondFactor, {
      body: { password: ada.password },
    });
    expect(again.problem).toMatchObject({ status: 409, code: "second_factor_missing" });
  });

  test("can be done for a user who has lost it, which ends their sessions and is mailed", async () => {
    const owner = await addPerson(world, ["OWNER"], { tenantId: acme.tenant_id });
    const clerk = await addPerson(world, ["HR"], { tenantId: acme.tenant_id, name: "Chi Ude" });
    await enrol(clerk);
    const wire = {
      params: { ...acme.path, id: clerk.id },
      body: { password: owner.password },
    };
    const user = await owner.caller.call(users.resetOrganizationSecondFactor, wire);
    expect(user.second_factor).toBe(false);
    expect((await clerk.caller.attempt(getMe)).status).toBe(401);
    await world.login(clerk.email, clerk.password);
    expect((await mailsTo(world, clerk.email)).at(-1)?.subject).toBe(
      "Your second factor was removed",
    );
    expect((await mailsTo(world, owner.email)).at(-1)?.subject).toContain("Chi Ude");
    const again = await owner.caller.attempt(users.resetOrganizationSecondFactor, wire);
    expect(again.problem.code).toBe("second_factor_missing");
  });
});

describe("a role that requires it", () => {
  const require = async (by: TestPerson, second_factor_roles: string[]) => {
    const { version } = await by.caller.call(users.getOrganizationSignInRules, {
      params: acme.path,
    });
    return by.caller.attempt(users.saveOrganizationSignInRules, {
      params: acme.path,
      body: { second_factor_roles, version, password: by.password },
    });
  };

  test("allows its users nothing else before it is set up", async () => {
    const tenantId = acme.tenant_id;
    const owner = await addPerson(world, ["OWNER"], { tenantId });
    const keeper = await addPerson(world, ["BOOKKEEPER", "HR"], { tenantId });
    const disburser = await addPerson(world, ["DISBURSER"], { tenantId });
    expect((await keeper.caller.attempt(listGroups)).status).toBe(200);
    expect((await require(owner, ["BOOKKEEPER"])).status).toBe(200);
    expect(await keeper.caller.call(getMe)).toMatchObject({
      second_factor: false,
      second_factor_due: true,
      counts: {},
    });
    const refused = await keeper.caller.attempt(listGroups);
    expect(refused.problem).toMatchObject({ status: 409, code: "second_factor_required" });
    expect((await disburser.caller.call(getMe)).second_factor_due).toBe(false);
    const elsewhere = await openOrganization(world, "Elsewhere");
    const other = await addPerson(world, ["BOOKKEEPER"], { tenantId: elsewhere.tenant_id });
    expect((await other.caller.call(getMe)).second_factor_due).toBe(false);
    // A second factor that was started and never confirmed does not count.
    await keeper.caller.call(startSecondFactor, { body: { password: keeper.password } });
    expect((await keeper.caller.attempt(listGroups)).status).toBe(409);
    await enrol(keeper);
    expect((await keeper.caller.attempt(listGroups)).status).toBe(200);
    expect((await keeper.caller.call(getMe)).counts).toEqual({ salary_advances: 0 });
    const off = await keeper.caller.attempt(disableSecondFactor, {
      body: { password: keeper.password },
    });
    expect(off.problem).toMatchObject({ status: 409, code: "second_factor_kept" });
    const late = await addPerson(world, ["BOOKKEEPER", "HR"], { tenantId });
    expect((await late.caller.attempt(logout)).status).toBe(200);
    expect((await require(owner, [])).status).toBe(200);
    await keeper.caller.call(disableSecondFactor, { body: { password: keeper.password } });
  });

  test("is mailed to the owners, and saved only once by two who loaded the same version", async () => {
    const tenantId = acme.tenant_id;
    const owner = await addPerson(world, ["OWNER"], { tenantId });
    const params = acme.path;
    const { version } = await owner.caller.call(users.getOrganizationSignInRules, { params });
    const body = { second_factor_roles: ["HR"], version, password: owner.password };
    const replies = await Promise.all(
      [1, 2].map(() => owner.caller.attempt(users.saveOrganizationSignInRules, { params, body })),
    );
    expect(replies.map(({ problem }) => problem.code).filter(Boolean)).toEqual([
      "changed_meanwhile",
    ]);
    expect((await mailsTo(world, owner.email)).at(-1)?.subject).toContain("required of HR");
    const wrong = await owner.caller.attempt(users.saveOrganizationSignInRules, {
      params,
      body: { ...body, second_factor_roles: ["ADMINISTRATOR"], version: version + 1 },
    });
    expect(wrong.problem.errors?.[0]?.path).toBe("second_factor_roles.0");
    expect((await require(owner, [])).status).toBe(200);
  });

  test("of the platform applies to the platform only", async () => {
    const admin = await addPerson(world, ["ADMINISTRATOR"]);
    const owner = await addPerson(world, ["VIEWER"], { tenantId: acme.tenant_id });
    const save = (roles: string[], version: number) =>
      admin.caller.call(users.savePlatformSignInRules, {
        body: { second_factor_roles: roles, version, password: admin.password },
      });
    expect(await save(["VIEWER"], 0)).toEqual({ second_factor_roles: ["VIEWER"], version: 1 });
    expect((await ada.caller.call(getMe)).second_factor_due).toBe(true);
    expect((await owner.caller.call(getMe)).second_factor_due).toBe(false);
    await save([], 1);
    expect((await ada.caller.call(getMe)).second_factor_due).toBe(false);
  });
});
