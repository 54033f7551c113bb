import { connect } from "node:net";

import { getMe } from "@kontor/contract/session/session";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openWorld, type World } from "../../testing/harness.ts";

const limit = 60;

describe("the rate limit", () => {
  /**
   * Sends one request more than the limit, each with its own headers. @returns the last two
   * statuses.
   */
  async function lastTwo(
    world: World,
    path: string,
    headersOf: (turn: number) => Record<string, string> = () => ({}),
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn <= limit; turn++) {
      const response = await fetch(`${world.url}${path}`, { headers: headersOf(turn) });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses.slice(-2);
  }

  async function inWorld(
    environment: Record<string, string>,
    story: (world: World, authorization: string) => Promise<void>,
  ): Promise<void> {
    const world = await openWorld({ KONTOR_REQUESTS_PER_MINUTE: String(limit), ...environment });
    try {
      await story(world, `Bearer ${(await world.signIn("platform")).token}`);
    } finally {
      await world.close();
    }
  }

  test("counts every spelling of a path, and returns when to try again", async () => {
    await inWorld({}, async (world, authorization) => {
      const headersOf = () => ({ authorization });
      expect(await lastTwo(world, "/%61pi/wire/me", headersOf)).toEqual([200, 429]);
      const reply = await world.nobody.send("POST", "/wire/login", {});
      expect([reply.status, reply.problem.code]).toEqual([429, "too_many_requests"]);
      expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
      const health = await fetch(`${world.url}/healthz`);
      expect(health.status).toBe(200);
    });
  });

  test.for([
    ["/api/wire/me", 401],
    ["/readyz", 200],
  ] as const)("counts %s without a token too", async ([path, status]) => {
    await inWorld({}, async (world) => {
      expect(await lastTwo(world, path)).toEqual([status, 429]);
    });
  });

  test("ignores headers that any client can send", async () => {
    await inWorld({}, async (world, authorization) => {
      const headersOf = (turn: number) => ({ authorization, "x-forwarded-for": `10.0.0.${turn}` });
      expect(await lastTwo(world, "/api/wire/me", headersOf)).toEqual([200, 429]);
    });
  });

  test("behind a proxy counts by the address that the proxy saw, not by the header sent to it", async () => {
    await inWorld({ KONTOR_TRUST_PROXY: "true" }, async (world, authorization) => {
      const spoofed = (turn: number) => ({
        authorization,
        "x-forwarded-for": `10.0.0.${turn}, 203.0.113.7`,
      });
      expect(await lastTwo(world, "/api/wire/me", spoofed)).toEqual([200, 429]);
      const other = { authorization, "x-forwarded-for": "203.0.113.8" };
      expect((await fetch(`${world.url}/api/wire/me`, { headers: other })).status).toBe(200);
    });
  });

  test("behind two proxies counts by the address that the outer one saw", async () => {
    await inWorld({ KONTOR_TRUST_PROXY: "2" }, async (world, authorization) => {
      const spoofed = (turn: number) => ({
        authorization,
        "x-forwarded-for": `10.0.0.${turn}, 203.0.113.7, 192.0.2.1`,
      });
      expect(await lastTwo(world, "/api/wire/me", spoofed)).toEqual([200, 429]);
    });
  });
});

describe("headers", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(async () => {
    await world.close();
  });

  test.for([
    ["an answer", "/api/wire/me"],
    ["a response to a path spelt otherwise", "/%61pi/wire/me"],
    ["an address that the API does not have", "/api/nothing"],
    ["an image that is not there", "/api/files/x"],
  ] as const)("%s is never cached and runs no script", async ([, path]) => {
    const { token } = await world.signIn("platform");
    const { headers } = await fetch(`${world.url}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(
      /script-src 'self';.*frame-ancestors 'none'/,
    );
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("permissions-policy")).toContain("camera=(), geolocation=()");
  });

  test.for([
    ["two hosts", "GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n"],
    ["no version", "GET /healthz\r\n\r\n"],
  ] as const)("a request with %s is refused", async ([, text]) => {
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("thousands of wrong fields get a short response", async () => {
    const body = Object.fromEntries(Array.from({ length: 20_000 }, (_each, at) => [`f${at}`, 1]));
    const reply = await world.nobody.send("POST", "/wire/login", body);
    expect([reply.status, reply.problem.errors?.length]).toEqual([422, 20]);
  });

  test("a refusal does not reveal whom the token belongs to", async () => {
    const reply = await world.nobody.attempt(getMe);
    expect(JSON.stringify([...reply.headers])).not.toMatch(/set-cookie/i);
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("production sends HSTS for a year, and no server answers TRACE", async () => {
  const world = await openWorld({
    NODE_ENV: "production",
    DATABASE_URL: "postgres://unused/unused",
  });
  try {
    const { headers } = await fetch(`${world.url}/healthz`);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    // fetch refuses to send TRACE.
    const socket = connect(Number(new URL(world.url).port), "127.0.0.1");
    socket.write(
      "TRACE /api/wire/me HTTP/1.1\r\nhost: kontor\r\nconnection: close\r\nx-secret: echoed\r\n\r\n",
    );
    let reply = "";
    for await (const piece of socket) reply += String(piece);
    expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(reply).not.toContain("echoed");
  } finally {
    await world.close();
  }
});
