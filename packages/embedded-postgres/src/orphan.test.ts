import { spawn } from "node:child_process";
import * as fs from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { chooseAccount, commandFor } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { findProcess, waitForExit } from "./process.ts";
import {
  embeddedHarness,
  isRoot,
  insertNumber,
  storedNumbers,
  killGroup,
  query,
  quick,
  startedOwner,
} from "./testing/harness.ts";

const { place, start, startOwner } = embeddedHarness("folder for the file");

describe("a server whose owner was killed", () => {
  it("is taken over with everything that it acknowledged", async () => {
    const owner = startOwner({ settings: {} });
    const killed = await startedOwner(owner);
    await insertNumber(killed.url, 1);
    await killGroup(owner);

    const server = await start({ settings: {} });
    expect(server.adopted).toBe(true);
    expect(server.processId).toBe(killed.processId);
    expect((await storedNumbers(server.url("postgres")))[0]).toBe(1);
    await server.stop();
    expect(await findProcess(killed.processId)).toBeUndefined();
  });

  it("is stopped when it runs with other settings", async () => {
    const owner = startOwner();
    const killed = await startedOwner(owner);
    await insertNumber(killed.url, 2);
    await killGroup(owner);

    const server = await start({ settings: { ...quick, work_mem: "5MB" } });
    expect(server.adopted).toBe(false);
    expect(await findProcess(killed.processId)).toBeUndefined();
    expect((await storedNumbers(server.url("postgres")))[0]).toBe(2);
    expect(await query(server.url("postgres"), "show work_mem")).toEqual([{ work_mem: "5MB" }]);
  });

  it("is stopped when it no longer responds", async () => {
    const owner = startOwner();
    const killed = await startedOwner(owner);
    await killGroup(owner);
    // With another password in the file, the server accepts no client that reads it there.
    const file = path.join(place.folder, "password");
    const password = await fs.readFile(file);
    await fs.writeFile(file, "forgotten\n");
    const server = await start();
    expect(server.adopted).toBe(false);
    expect(await findProcess(killed.processId)).toBeUndefined();
    await fs.writeFile(file, password);
  });

  it.runIf(isRoot)("is taken over from an ordinary user as well", async () => {
    const options = { dataFolder: path.join(place.folder, "other"), userNamespaces: false };
    const owner = startOwner(options);
    const killed = await startedOwner(owner);
    await killGroup(owner);
    const server = await start(options);
    expect(server.processId).toBe(killed.processId);
  });

  it("is replaced together with its data when it was killed, too", async () => {
    const owner = startOwner({ settings: {} });
    const killed = await startedOwner(owner);
    await insertNumber(killed.url, 3);
    await killGroup(owner);
    const seen = await findProcess(killed.processId);
    process.kill(killed.processId, "SIGKILL");
    expect(seen !== undefined && (await waitForExit(seen, 5000))).toBe(true);

    const server = await start({ settings: {} });
    expect(server.adopted).toBe(false);
    expect((await storedNumbers(server.url("postgres")))[0]).toBe(3);
  });
});

describe("a note about a server that is not the folder's", () => {
  it("is removed when another program has its process id", async () => {
    await (await start()).stop();
    const other = spawn("sleep", ["60"], { stdio: "ignore" });
    await fs.writeFile(
      path.join(place.folder, "cluster", "postmaster.pid"),
      `${other.pid}\n${place.folder}/cluster\n1\n5432\n\n127.0.0.1\n        1         1\nready   \n`,
      { mode: 0o600 },
    );
    try {
      const server = await start();
      expect(place.messages.join("\n")).toContain(`Process ${other.pid} is not PostgreSQL`);
      expect(await query(server.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill("SIGKILL");
    }
  });

  it("prevents the start when PostgreSQL was started there manually", async () => {
    await (await start()).stop();
    const cluster = path.join(place.folder, "cluster");
    const account = await chooseAccount({
      binaries: await findBinaries(),
      folder: place.folder,
      owner: undefined,
      namespaces: true,
      log: () => undefined,
    });
    const args = ["-D", cluster, "-c", "listen_addresses=", "-k", cluster];
    const command = commandFor(account, account.binaries.postgres, args, cluster);
    const server = spawn(command.file, command.args, { ...command.options, stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    try {
      await expect
        .poll(() => fs.readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => ""))
        .toContain("ready");
      await expect(start()).rejects.toMatchObject({
        problem: "folder-in-use",
        message: expect.stringContaining(`kill -INT ${server.pid}`),
      });
      expect(server.exitCode).toBeNull();
    } finally {
      server.kill("SIGINT");
      await ended;
    }
  });
});

describe("a folder has one owner", () => {
  it("so a second process is refused, with the owner's process id", async () => {
    const owner = startOwner();
    const first = await startedOwner(owner);
    const second = await startOwner().report;
    expect(second).toMatchObject({
      problem: "folder-in-use",
      message: expect.stringContaining(`(kill ${owner.child.pid})`),
    });
    expect(await query(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("so a second start in one process is refused, and a later one is not", async () => {
    const first = await start();
    await expect(start()).rejects.toThrow("is in use by this process itself");
    await first.stop();
    await first.stop();
    expect((await start()).adopted).toBe(false);
  });

  it("so of four concurrent starts exactly one wins", async () => {
    const reports = await Promise.all([0, 1, 2, 3].map(() => startOwner().report));
    expect(reports.filter((report) => "url" in report)).toHaveLength(1);
    const refused = reports.flatMap((report) => ("problem" in report ? [report.problem] : []));
    expect(refused).toEqual(["folder-in-use", "folder-in-use", "folder-in-use"]);
  });
});

describe("a server that crashes", () => {
  it("is reported to its owner, who can start it again", async () => {
    const server = await start({ settings: {} });
    await insertNumber(server.url("postgres"), 4);
    const reason = new Promise<string>((resolve) => server.onExit(resolve));
    process.kill(server.processId, "SIGKILL");
    expect(await reason).toContain(`process ${server.processId} ended on its own`);
    await server.stop();

    const again = await start({ settings: {} });
    expect((await storedNumbers(again.url("postgres")))[0]).toBe(4);
  });

  it("is not reported when it was stopped", async () => {
    const server = await start();
    const reasons: string[] = [];
    server.onExit((reason) => reasons.push(reason));
    await server.stop();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(reasons).toEqual([]);
  });
});
