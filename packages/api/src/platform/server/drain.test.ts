import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

import { expect, test } from "vitest";

import { earlierFolder } from "../../testing/data-folder.ts";
import { startKontor } from "../../testing/process.ts";

test("a stop lets the requests that came in finish, then frees the folder for the next start", async () => {
  const dataFolder = await earlierFolder();
  const kontor = await startKontor(dataFolder);
  const signIn = () =>
    fetch(`${kontor.url}/api/wire/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: kontor.email, password: kontor.password }),
    }).then((response) => response.status);
  const inFlight = Array.from({ length: 4 }, signIn);
  // The sign-ins hash passwords, so some are still at it when the stop comes.
  await new Promise((resolve) => setTimeout(resolve, 60));
  const stopped = kontor.stop();
  expect(await Promise.all(inFlight)).toEqual(Array.from({ length: 4 }, () => 200));
  expect(await stopped).toBe(0);

  const again = await startKontor(dataFolder);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
}, 60_000);

test("a stop cuts off who sends without an end, and still puts everything away", async () => {
  const dataFolder = await earlierFolder();
  const kontor = await startKontor(dataFolder);
  const { hostname, port } = new URL(kontor.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => void socket.on("close", resolve));
  socket.on("error", () => undefined);
  socket.write(
    `POST /api/wire/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await kontor.stop()).toBe(0);
  await closed;
  expect(await readdir(join(dataFolder, "postgres", "cluster"))).not.toContain("postmaster.pid");
}, 60_000);
