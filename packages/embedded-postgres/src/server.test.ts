import * as fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { findProcess } from "./process.ts";
import { embeddedHarness, processesOf, query } from "./testing/harness.ts";

const { place, start } = embeddedHarness("folder for the file");

describe("a start", () => {
  it("creates a durable database that a restart finds again, and leaves no process", async () => {
    const first = await start({ settings: {} });
    const [settings] = await query(
      first.url("postgres"),
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
         current_setting('listen_addresses') as listens, current_setting('server_encoding') as encoding,
         current_setting('password_encryption') as passwords, datlocprovider as provider, datlocale as locale
       from pg_database where datname = 'postgres'`,
    );
    expect(settings).toEqual({
      fsync: "on",
      commit: "on",
      pages: "on",
      checksums: "on",
      listens: "127.0.0.1",
      encoding: "UTF8",
      passwords: "scram-sha-256",
      provider: "b",
      locale: "C.UTF-8",
    });
    await query(first.url("postgres"), "create table kept as select 'naïve ₦' as word");
    const processes = await processesOf(first.processId);
    expect(processes.length).toBeGreaterThan(3);
    await first.stop();
    for (const pid of processes) expect(await findProcess(pid)).toBeUndefined();

    const second = await start({ settings: {} });
    expect(second.adopted).toBe(false);
    expect(await query(second.url("postgres"), "select word from kept")).toEqual([
      { word: "naïve ₦" },
    ]);
  });

  it("requires the password, which only its owner can read", async () => {
    const server = await start();
    const { host, port, password } = server.connection;
    expect(path.isAbsolute(host)).toBe(true);
    const byTcp = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
    expect(await query(byTcp, "select current_user")).toEqual([{ current_user: "postgres" }]);
    const address = `127.0.0.1:${port}/postgres`;
    for (const end of [address, `${address}?host=${encodeURIComponent(host)}`]) {
      await expect(query(`postgresql://postgres:wrong@${end}`, "select 1")).rejects.toThrow(
        "password authentication failed",
      );
    }
    const { mode } = await fs.stat(path.join(place.folder, "password"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("uses TCP when the path is too long for a socket", async () => {
    const dataFolder = path.join(place.folder, "a".repeat(60), "b ₦'\"");
    const server = await start({ dataFolder });
    expect(server.connection.host).toBe("127.0.0.1");
    expect(await query(server.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("starts again after a first run that was interrupted", async () => {
    const dataFolder = path.join(place.folder, "cut-short");
    const unfinished = path.join(dataFolder, "cluster.unfinished-a1b2c3");
    await fs.mkdir(unfinished, { recursive: true });
    await fs.writeFile(path.join(unfinished, "PG_VERSION"), "18\n");
    const server = await start({ dataFolder });
    expect(await query(server.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await fs.readdir(dataFolder)).not.toContain("cluster.unfinished-a1b2c3");
  });
});

describe("an impossible start", () => {
  it("refuses a database of another major version and says what to do", async () => {
    const dataFolder = path.join(place.folder, "older");
    const cluster = path.join(dataFolder, "cluster");
    await fs.mkdir(cluster, { recursive: true });
    await fs.writeFile(path.join(cluster, "PG_VERSION"), "17\n");
    await expect(start({ dataFolder })).rejects.toMatchObject({
      problem: "other-version",
      message: expect.stringMatching(
        /created by PostgreSQL 17, .* includes PostgreSQL 18, .*pg_dumpall/,
      ),
    });
    expect(await fs.readdir(cluster)).toEqual(["PG_VERSION"]);
  });

  it("leaves a folder alone that contains something else", async () => {
    const raw = path.join(place.folder, "raw");
    await fs.mkdir(raw);
    await fs.writeFile(path.join(raw, "PG_VERSION"), "18\n");
    await expect(start({ dataFolder: raw })).rejects.toMatchObject({ problem: "other-version" });
    const other = path.join(place.folder, "other");
    await fs.mkdir(path.join(other, "cluster"), { recursive: true });
    await fs.writeFile(path.join(other, "cluster", "letter.txt"), "dear");
    await expect(start({ dataFolder: other })).rejects.toThrow("is not a PostgreSQL cluster");
    await expect(start({ dataFolder: path.join(other, "cluster", "letter.txt") })).rejects.toThrow(
      "a file has its name or is in its path",
    );
    expect(await fs.readFile(path.join(other, "cluster", "letter.txt"), "utf8")).toBe("dear");
  });

  it("refuses a place where no folder can be made", async () => {
    const letter = path.join(place.folder, "letter.txt");
    await fs.writeFile(letter, "dear");
    await expect(start({ dataFolder: path.join(letter, "below", "data") })).rejects.toThrow(
      "a file has its name or is in its path",
    );
    const nowhere = path.join(place.folder, "nowhere");
    await fs.symlink(path.join(place.folder, "gone", "away"), nowhere);
    const places = process.platform === "linux" ? [nowhere, "/proc/kontor/data"] : [nowhere];
    for (const dataFolder of places) {
      await expect(start({ dataFolder })).rejects.toMatchObject({
        problem: "not-writable",
        message: `The data folder ${dataFolder} cannot be created at this place: a link leads nowhere, or its file system takes no folders. Choose another folder.`,
      });
    }
  });

  it("names a port that is in use, and releases the folder", async () => {
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(start({ port })).rejects.toMatchObject({
      problem: "port-in-use",
      message: expect.stringContaining(`port ${port}`),
    });
    await new Promise((resolve) => taken.close(resolve));
    expect((await start({ port })).connection.port).toBe(port);
  });

  it("passes on PostgreSQL's message about a wrong setting", async () => {
    await expect(start({ settings: { shared_buffers: "many" } })).rejects.toMatchObject({
      problem: "start-failed",
      message: expect.stringContaining('invalid value for parameter "shared_buffers"'),
    });
  });

  it("names the missing file when the password is gone", async () => {
    await (await start()).stop();
    const file = path.join(place.folder, "password");
    await fs.rename(file, `${file}.away`);
    await expect(start()).rejects.toThrow(file);
    await fs.rename(`${file}.away`, file);
    expect(await query((await start()).url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  });
});
