import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";

import { expect, test } from "vitest";

import { seededFolder } from "../../testing/data-folder.ts";
import { startKontor, type RunningKontor } from "../../testing/process.ts";

type InFlight = { status: Promise<number | undefined>; finish: () => void };

/**
 * Sends a sign-in without its body, and waits until the server reports that the request has
 * arrived.
 */
async function begin({ url, email, password }: RunningKontor): Promise<InFlight> {
  const body = JSON.stringify({ email, password });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    expect: "100-continue",
  };
  const sent = request(`${url}/api/wire/login`, { method: "POST", headers });
  const status = once(sent, "response").then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  });
  sent.flushHeaders();
  await once(sent, "continue");
  return { status, finish: () => void sent.end(body) };
}

test("a stop lets the requests that have arrived finish, and the folder is free for the next start", async () => {
  const dataFolder = await seededFolder();
  const kontor = await startKontor(dataFolder);
  const inFlight = await Promise.all(Array.from({ length: 4 }, () => begin(kontor)));
  const stopped = kontor.stop();
  for (const { finish } of inFlight) finish();
  expect(await Promise.all(inFlight.map(({ status }) => status))).toEqual([200, 200, 200, 200]);
  expect(await stopped).toBe(0);

  const again = await startKontor(dataFolder);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  const { closed } = await sendWithoutEnd(again.url);
  // The request is cut off, and everything else is shut down all the same.
  expect(await again.stop()).toBe(0);
  await closed;
  expect(await readdir(join(dataFolder, "postgres", "cluster"))).not.toContain("postmaster.pid");
}, 120_000);

/** Sends a part of a sign-in, and nothing more. @returns the end of the connection. */
async function sendWithoutEnd(url: string): Promise<{ closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => void socket.on("close", resolve));
  socket.on("error", () => undefined);
  socket.write(
    `POST /api/wire/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n{`,
  );
  // The server has read the head when it asks for the body.
  await once(socket, "data");
  return { closed };
}
