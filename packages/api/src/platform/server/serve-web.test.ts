import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { buildApp } from "../../app.ts";
import { openWorld, type World } from "../../testing/harness.ts";

const page = "<!doctype html><head><title>Kontor</title></head>";
const screens = [
  { path: "/app/things/$id", scripts: ["assets/thing-3c.js"], styles: [] },
  { path: "/app/things/add", scripts: ["assets/add-4d.js"], styles: ["assets/add-5e.css"] },
];
const script = "console.log('kontor')";

let world: World;
let app: FastifyInstance;
let folder: string;
let url: string;

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "kontor-web-"));
  await mkdir(join(folder, "dist/assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "secret");
  await writeFile(join(folder, "dist/index.html"), page);
  await writeFile(join(folder, "dist/screens.json"), JSON.stringify(screens));
  await writeFile(join(folder, "dist/assets/app-1a2b.js"), script);
  await writeFile(join(folder, "dist/assets/app-1a2b.js.br"), brotliCompressSync(script));
  app = await buildApp({ ...world, webFolder: join(folder, "dist") });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await world.close();
  await rm(folder, { recursive: true });
});

test.for(["/", "/index.html", "/login", "/organizations/1/1?tab=modules", "/api-keys"])(
  "%s is the page, which is revalidated each time",
  async (path) => {
    const response = await fetch(`${url}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(await response.text()).toBe(page);
    const head = await fetch(`${url}${path}`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(page.length)]);
  },
);

test("sending a page leaves no warning, such as of too many listeners", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on("warning", keep);
  onTestFinished(() => void process.off("warning", keep));
  await (await fetch(`${url}/app/nothing/of/the/kind`)).text();
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

test("the page of a screen names the files that the screen loads", async () => {
  const textOf = async (path: string) => (await fetch(`${url}${path}`)).text();
  expect(await textOf("/app/things/7?tab=past")).toBe(
    page.replace(
      "</head>",
      '<link rel="modulepreload" crossorigin href="/assets/thing-3c.js"></head>',
    ),
  );
  expect(await textOf("/app/things/add")).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/add-4d.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/add-5e.css"></head>',
  );
  expect(await textOf("/app/things/7/more")).toBe(page);
  const head = await fetch(`${url}/app/things/7`, { method: "HEAD" });
  expect([
    head.status,
    head.headers.get("cache-control"),
    head.headers.get("content-type"),
  ]).toEqual([200, "no-cache", "text/html; charset=utf-8"]);
  expect(head.headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("a file whose name has a content hash is cached forever, and sent compressed", async () => {
  const response = await fetch(`${url}/assets/app-1a2b.js`, {
    headers: { "accept-encoding": "br" },
  });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
  // Headers that matter only for a page are not sent with each of its files.
  const expected = ["x-content-type-options", "cross-origin-resource-policy", "referrer-policy"];
  expect(expected.map((header) => response.headers.get(header))).toEqual([
    "nosniff",
    "same-origin",
    null,
  ]);
  expect(response.headers.get("content-security-policy")).toBeNull();
  expect(await response.text()).toBe(script);
});

describe("missing files", () => {
  test.for([
    ["GET", "/api"],
    ["GET", "/api?x=1"],
    ["GET", "/api/nothing"],
    ["GET", "/%61pi/nothing"],
    ["GET", "/assets/app-old.js"],
    ["GET", "/%61ssets/app-old.js"],
    ["GET", "/assets"],
    ["GET", "/favicon.ico"],
    ["GET", "/.env"],
    ["GET", "/.vite/manifest.json"],
    ["POST", "/organizations"],
    ["DELETE", "/assets/app-1a2b.js"],
  ] as const)("%s %s is a problem and never the page", async ([method, path]) => {
    const response = await fetch(`${url}${path}`, { method });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json; charset=utf-8",
    ]);
    expect(await response.json()).toMatchObject({ code: "route_not_found" });
  });
});

test.for([
  "/../secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e/secret.txt",
  "/%2e%2e%2fsecret.txt",
  "/assets/../../secret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/assets/%5c..%5c..%5csecret.txt",
  "/..\\secret.txt",
  "/%00",
  "//secret.txt",
  "//",
  "///",
  "http://[",
  "http://x/../../secret.txt",
  "*",
  "/%zz",
  "/%ff",
])("%s leads to no file outside the web application", async (path) => {
  const answer = await exchange(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (40[0345]|200|302) /);
  expect(answer).not.toContain("secret");
});

describe("an address with a malformed percent sign", () => {
  const get = (path: string) =>
    exchange(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

  test.for([
    ["/%E0%A4%A", "/%25E0%25A4%25A"],
    ["/app/entries/%?page=2", "/app/entries/%25"],
    // Never an address of another host.
    ["//example/%", "/example/%25"],
    ["/\\example/%", "/example/%25"],
  ] as const)("of a page: %s leads to %s, which is the page", async ([path, target]) => {
    const answer = await get(path);
    expect(answer).toMatch(/^HTTP\/1\.1 302 /);
    expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe(target);
    const response = await fetch(`${url}${target}`);
    expect([response.status, await response.text()]).toEqual([200, page]);
  });

  test.for(["/api/%E0%A4%A", "/api/organizations/%", "/assets/%", "/logo%.png"])(
    "of anything else is refused: %s",
    async (path) => {
      const answer = await get(path);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/content-type: application\/problem\+json/i);
      expect(answer).toContain('"code":"malformed"');
    },
  );
});

/** Sends exactly these bytes, because fetch normalizes an address. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece));
  await new Promise((resolve) => void socket.on("close", resolve));
  return Buffer.concat(pieces).toString();
}
