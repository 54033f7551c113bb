import * as fs from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { ordinaryUser } from "./account.ts";
import { copyBinaries, findBinaries } from "./binaries.ts";
import { embeddedHarness, isRoot, query, startedOwner } from "./testing/harness.ts";

const { place, start, startOwner } = embeddedHarness("folder for each test");

/** Whether another user may enter all folders down to this program, so that it can be run. */
async function isOpenToAll(): Promise<boolean> {
  let isOpen = true;
  for (let at = import.meta.dirname; at !== path.dirname(at); at = path.dirname(at)) {
    isOpen &&= ((await fs.stat(at)).mode & 0o005) === 0o005;
  }
  return isOpen;
}

const canChangeUser = isRoot && (await isOpenToAll());

/** The user nobody, who exists on every Linux. */
const nobody = { uid: 65534, gid: 65534 };

describe("a start by root or by an ordinary user", () => {
  it.runIf(isRoot)("changes to an ordinary user where user namespaces are closed", async () => {
    const asRoot = await start();
    await query(asRoot.url("postgres"), "create table kept as select 7 as number");
    await asRoot.stop();
    const cluster = path.join(place.folder, "cluster");
    expect((await fs.stat(cluster)).uid).toBe(0);

    const server = await start({ userNamespaces: false });
    expect(place.messages.join("\n")).toContain("cannot work in a user namespace");
    expect(await query(server.url("postgres"), "select number from kept")).toEqual([{ number: 7 }]);
    const { uid } = ordinaryUser(await fs.readFile("/etc/passwd", "utf8"));
    const status = await fs.readFile(`/proc/${server.processId}/status`, "utf8");
    expect(status).toContain(`\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\n`);
    expect((await fs.stat(path.join(cluster, "global", "pg_control"))).uid).toBe(uid);
    // No other user got access to the folder above, which only root could enter.
    expect((await fs.stat(place.folder)).mode & 0o777).toBe(0o700);
  });

  it.runIf(isRoot)("creates a new database as an ordinary user, too", async () => {
    const server = await start({ userNamespaces: false });
    expect(await query(server.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(canChangeUser)("leaves the database of an ordinary user to that user", async () => {
    await fs.chown(place.folder, nobody.uid, nobody.gid);
    const theirs = startOwner({}, nobody);
    const { url } = await startedOwner(theirs);
    await query(url, "create table kept as select 7 as number");
    theirs.child.stdin?.end();
    await new Promise((resolve) => theirs.child.once("exit", resolve));

    const server = await start();
    expect(await query(server.url("postgres"), "select number from kept")).toEqual([{ number: 7 }]);
    await server.stop();

    const again = await startedOwner(startOwner({}, nobody));
    expect(await query(again.url, "select number from kept")).toEqual([{ number: 7 }]);
  });

  it.runIf(canChangeUser)(
    "refuses an ordinary user, because the folder belongs to another",
    async () => {
      const report = await startOwner({}, nobody).report;
      expect(report).toMatchObject({ problem: "not-writable" });
      expect(report).toMatchObject({ message: expect.stringContaining("chown") });
    },
  );

  it.runIf(isRoot)(
    "copies the binaries completely, readable by every user, and only once",
    async () => {
      const binaries = await findBinaries();
      const copy = await copyBinaries(binaries, place.folder);
      const names = await fs.readdir(copy.root, { recursive: true });
      const modes = await Promise.all(
        names.map(async (name) => {
          const info = await fs.lstat(path.join(copy.root, name));
          return (
            info.isSymbolicLink() || (info.mode & 0o055) >= (info.isDirectory() ? 0o055 : 0o044)
          );
        }),
      );
      expect(names).toContain("lib/postgresql/plpgsql.so");
      expect(modes).not.toContain(false);
      const made = await fs.stat(copy.postgres);
      expect((await fs.stat((await copyBinaries(binaries, place.folder)).postgres)).ino).toBe(
        made.ino,
      );

      await fs.truncate(copy.postgres, 10);
      await copyBinaries(binaries, place.folder);
      expect((await fs.stat(copy.postgres)).size).toBe(made.size);

      await fs.chown(copy.root, nobody.uid, nobody.gid);
      await expect(copyBinaries(binaries, place.folder)).rejects.toThrow(
        "belongs to somebody else",
      );
    },
  );

  it("picks the user postgres, then nobody, then the first that is not root", () => {
    const root = "root:x:0:0::/root:/bin/sh";
    const plain = "ada:x:1000:1001::/home/ada:/bin/sh";
    const nobodyLine = "nobody:x:65534:65533::/:/bin/false";
    const made = "postgres:x:70:71::/:/bin/sh";
    expect(ordinaryUser([root, plain, nobodyLine, made].join("\n"))).toEqual({ uid: 70, gid: 71 });
    expect(ordinaryUser([root, plain, nobodyLine].join("\n"))).toEqual({ uid: 65534, gid: 65533 });
    expect(ordinaryUser([root, plain, ""].join("\n"))).toEqual({ uid: 1000, gid: 1001 });
    expect(ordinaryUser("")).toEqual({ uid: 65534, gid: 65534 });
  });
});
