import { randomUUID } from "node:crypto";

import { login } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { eventually } from "../testing/eventually.ts";
import { openFileWorld } from "../testing/harness.ts";
import { networkOf, delayAfter, throttle } from "./throttle.ts";
import { createUser } from "./users.ts";

const password = "four words in a row";
const hour = 60 * 60_000;
const world = await openFileWorld({ KONTOR_TRUST_PROXY: "true" });
let email: string;

beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  await world.database.transaction((tx) =>
    createUser(
      tx,
      { email, name: "Ada", roles: ["VIEWER"], tenant_id: null, password },
      world.clock.now(),
    ),
  );
});

/** A new address for each test, so that no test delays another. */
const newAddress = (): string =>
  `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

const anybody = (): string => `${randomUUID()}@example.com`;

/** Tries to sign in. Returns the status and the delay of the attempt, in milliseconds. */
async function attempt(
  given: string,
  { ip = newAddress(), as = email, cookie }: { ip?: string; as?: string; cookie?: string } = {},
): Promise<{ status: number; waited: number }> {
  const before = world.clock.waits.length;
  const body = { email: as, password: given };
  const { status } = await world.nobody.send("POST", login.path, body, {
    "x-forwarded-for": ip,
    ...(cookie === undefined ? {} : { cookie }),
  });
  return { status, waited: world.clock.waits.slice(before).reduce((sum, wait) => sum + wait, 0) };
}

async function inTurn<Result>(count: number, work: (turn: number) => Promise<Result>) {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn++) results.push(await work(turn));
  return results;
}

describe("failed sign-ins for an account", () => {
  test("delay the next ones, from any address, by up to eight seconds", async () => {
    const attempts = await inTurn(8, () => attempt("wrong"));
    expect(attempts.map(({ waited }) => waited)).toEqual([
      0, 250, 500, 1000, 2000, 4000, 8000, 8000,
    ]);
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([422]));
  });

  test("never lock it out, and are forgotten with the right password", async () => {
    await inTurn(20, () => attempt("wrong"));
    expect(await attempt(password)).toEqual({ status: 200, waited: 8000 });
    expect(await attempt("wrong")).toEqual({ status: 422, waited: 0 });
  });

  test("are forgotten after an hour without any", async () => {
    await inTurn(3, () => attempt("wrong"));
    world.clock.advance(hour);
    expect((await attempt("wrong")).waited).toBe(1000);
    world.clock.advance(hour + 1);
    expect((await attempt("wrong")).waited).toBe(0);
  });

  test("count before the password is compared, so that concurrent attempts each wait longer", async () => {
    const before = world.clock.waits.length;
    await Promise.all(Array.from({ length: 6 }, () => attempt("wrong")));
    expect(world.clock.waits.slice(before).toSorted((one, other) => one - other)).toEqual([
      250, 500, 1000, 2000, 4000,
    ]);
  });

  test("count the same for unknown addresses", async () => {
    const as = anybody();
    const attempts = await inTurn(3, () => attempt("wrong", { as }));
    expect(attempts.map(({ waited }) => waited)).toEqual([0, 250, 500]);
  });

  test("store neither email nor password", async () => {
    const typed = "my.password@example.com";
    await attempt("a wrong guess", { as: typed });
    const { rows } = await world.database.transaction((tx) =>
      sql<{ text: string }>`select f::text as text from sign_in_failures f`.execute(tx),
    );
    expect(rows.length).toBeGreaterThan(0);
    const secrets = [typed, "a wrong guess"].flatMap((secret) => [
      secret,
      Buffer.from(secret).toString("hex"),
    ]);
    const text = rows.map((row) => row.text).join("\n");
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe("failed sign-ins from an address", () => {
  test("delay it for any account, after more than ten", async () => {
    const ip = newAddress();
    const failures = await inTurn(13, () => attempt("wrong", { ip, as: anybody() }));
    expect(failures.map(({ waited }) => waited)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 250, 500,
    ]);
    expect(await attempt(password, { ip })).toEqual({ status: 200, waited: 1000 });
    expect((await attempt(password)).waited).toBe(0);
  });

  test("let twenty attempts wait for an account, refuse further ones, and delay no other account", async () => {
    const ip = newAddress();
    const as = anybody();
    const over = Promise.withResolvers<void>();
    const sleep = vi.spyOn(world.clock, "sleep").mockImplementation(() => over.promise);
    onTestFinished(() => sleep.mockRestore());
    onTestFinished(() => over.resolve());
    const statuses: number[] = [];
    const crowd = Array.from({ length: 36 }, async () => {
      const { status } = await attempt("wrong", { ip, as });
      statuses.push(status);
    });
    const count = (status: number) => statuses.filter((each) => each === status).length;
    await eventually(() => expect(statuses).toHaveLength(16));
    expect({ free: count(422), sentAway: count(429) }).toEqual({ free: 1, sentAway: 15 });
    // Another user in the same office has a separate queue, and can sign in.
    const colleague = attempt(password, { ip });
    over.resolve();
    expect((await colleague).status).toBe(200);
    await Promise.all(crowd);
    expect({ answered: count(422), sentAway: count(429) }).toEqual({ answered: 21, sentAway: 15 });
    expect((await attempt(password, { ip })).status).toBe(200);
  });

  test("do not delay users who signed in from this device before", async () => {
    const ip = newAddress();
    const signedIn = await world.nobody.send("POST", login.path, { email, password });
    const [given = ""] = signedIn.headers.getSetCookie();
    expect(given).toMatch(
      /^kontor_device_[0-9a-f]{12}=[^;]+; Max-Age=34560000; Path=\/api\/wire; HttpOnly; SameSite=Strict$/,
    );
    const cookie = given.split(";")[0] ?? "";
    const over = Promise.withResolvers<void>();
    const sleep = vi.spyOn(world.clock, "sleep").mockImplementation(() => over.promise);
    onTestFinished(() => sleep.mockRestore());
    onTestFinished(() => over.resolve());
    const statuses: number[] = [];
    const crowd = Array.from({ length: 36 }, async () => {
      const { status } = await attempt("wrong", { ip });
      statuses.push(status);
    });
    await eventually(() => expect(statuses).toHaveLength(16));
    // An unknown device is refused, and so is one with a forged cookie or another account's.
    expect((await attempt(password, { ip })).status).toBe(429);
    const forged = cookie.replace(/=./, (id) => (id === "=0" ? "=1" : "=0"));
    expect((await attempt(password, { ip, cookie: forged })).status).toBe(429);
    expect((await attempt(password, { ip, cookie })).status).toBe(200);
    over.resolve();
    await Promise.all(crowd);
    // Guessing on a known device is delayed as well.
    sleep.mockRestore();
    const guesses = await inTurn(3, () => attempt("wrong", { ip, cookie }));
    expect(guesses.map(({ waited }) => waited)).toEqual([0, 250, 500]);
  });

  test("let 400 attempts wait for all accounts, refuse further ones, and not those of known devices", async () => {
    const context = { ...world, ip: newAddress() };
    const once = (device?: string) =>
      throttle(context, "sign-in", device === undefined ? anybody() : email, device);
    const over = Promise.withResolvers<void>();
    const sleep = vi.spyOn(world.clock, "sleep").mockImplementation(() => over.promise);
    onTestFinished(() => sleep.mockRestore());
    onTestFinished(() => over.resolve());
    // The first eleven are not delayed, so 400 wait.
    const crowd = Promise.all(Array.from({ length: 411 }, () => once()));
    await eventually(() => expect(sleep).toHaveBeenCalledTimes(400));
    await expect(once()).rejects.toMatchObject({ code: "too_many_requests" });
    await once("known");
    const known = once("known");
    await eventually(() => expect(sleep).toHaveBeenCalledTimes(401));
    over.resolve();
    await Promise.all([known, crowd]);
  });

  test("are not counted differently after successful sign-ins", async () => {
    const ip = newAddress();
    await inTurn(11, () => attempt("wrong", { ip, as: anybody() }));
    expect(await inTurn(3, () => attempt(password, { ip }))).toEqual([
      { status: 200, waited: 250 },
      { status: 200, waited: 250 },
      { status: 200, waited: 250 },
    ]);
  });
});

test("pauses double from the first to the longest", () => {
  const policy = { free: 2, first: 100, longest: 500 };
  const pauses = [0, 1, 2, 3, 4, 5, 6, 1000].map((failures) => delayAfter(failures, policy));
  expect(pauses).toEqual([0, 0, 0, 100, 200, 400, 500, 500]);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:12:34:56:78:9a:bc", "2001:db8:12:34::/64"],
  ["2001:DB8:0012:0034::1", "2001:db8:12:34::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["unknown", "unknown"],
])("the address %s counts for the network %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
