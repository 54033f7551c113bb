import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import type { ApiProcess } from "./api-process.ts";

/** The 95th percentile of measured times, in milliseconds. */
export function p95(times: readonly number[]): number {
  return percentile(times, 0.95);
}

/** The median of some figures. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5);
}

/** A percentile of some figures, as a share from 0 to 1. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const found = sorted[Math.floor(sorted.length * share)];
  if (found === undefined) throw new Error("nothing was measured");
  return found;
}

/**
 * One kind of request, with a name for the output; each call makes a different request. With a body
 * it is a POST.
 */
export type RequestKind = { name: string; path: () => string; body?: () => unknown };

/**
 * Makes all kinds of requests in turn, so that each sees the same state of the machine, and
 * measures each request from sending it to the last byte of its response.
 *
 * @returns the times of each kind in milliseconds, without the first rounds, which only warm up.
 */
export async function timeKinds(
  { port }: Pick<ApiProcess, "port">,
  token: string,
  kinds: readonly RequestKind[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map(kinds.map(({ name }) => [name, [] as number[]]));
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round++) {
    for (const { name, path, body } of kinds) {
      const address = path();
      const sent = body?.();
      const begin = performance.now();
      await requestText(port, token, address, sent);
      if (round >= 0) times.get(name)?.push(performance.now() - begin);
    }
  }
  return times;
}

/**
 * The body of an API response; a request with a body is a POST by default. @throws Error when the
 * request fails
 */
export async function requestJson(
  port: number,
  token: string,
  path: string,
  sent?: unknown,
  method?: string,
): Promise<unknown> {
  return JSON.parse(await requestText(port, token, path, sent, method));
}

/** Connections that stay open, one for each request under way. */
const agent = new Agent({ keepAlive: true });

/**
 * The text of a response, to its last byte. By `node:http`, since `fetch` takes about as long in this process as
 * the API takes for a small request, and shares the machine with it.
 */
export async function requestText(
  port: number,
  token: string,
  path: string,
  sent?: unknown,
  method = sent === undefined ? "GET" : "POST",
): Promise<string> {
  const asked = request({
    agent,
    method,
    host: "127.0.0.1",
    port,
    path: `/api/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(sent === undefined
        ? {}
        : { "content-type": "application/json", "idempotency-key": randomUUID() }),
    },
  });
  asked.end(sent === undefined ? undefined : JSON.stringify(sent));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const body = await text(response);
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${body}`);
  return body;
}

/** A random integer from 1 to `max`. */
export function randomUpTo(max: number): number {
  return 1 + Math.floor(Math.random() * max);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line of a table: a name and aligned figures. */
export function formatRow(name: string, ...figures: readonly (number | string)[]): string {
  const texts = figures.map((figure) =>
    (typeof figure === "number" ? figure.toFixed(2) : figure).padStart(14),
  );
  return `${name.padEnd(46)}${texts.join("")}`;
}
