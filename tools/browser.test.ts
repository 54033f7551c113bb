import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { browserCandidates, findBrowser, NoBrowser } from "./browser.ts";

/** A folder that contains a program with the given script for `--version`. */
async function program(name: string, script: string): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-browser-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { folder, path };
}

it("prefers the browser that an environment variable names", async () => {
  const named = await program("my-browser", 'echo "Chromium 140.0"');
  const other = await program("chromium", 'echo "Chromium 141.0"');
  expect(await findBrowser({ KONTOR_BROWSER: named.path, PATH: other.folder })).toBe(named.path);
  expect(await findBrowser({ CHROME_PATH: named.path, PATH: other.folder })).toBe(named.path);
});

it.each([
  ["is missing", undefined],
  ["fails", "echo Chromium; exit 1"],
  ["is something else", 'echo "Some editor 1.0"'],
])("reports an error when the named browser %s", async (_, script) => {
  const path = script === undefined ? "/nowhere/browser" : (await program("b", script)).path;
  const found = findBrowser({ KONTOR_BROWSER: path });
  await expect(found).rejects.toThrow(NoBrowser);
  await expect(found).rejects.toThrow("KONTOR_BROWSER");
});

it("uses a browser on the PATH, and skips a stub that does not start", async () => {
  const stub = await program("chromium", 'echo "Please install the snap" >&2; exit 1');
  const real = await program("chromium", 'echo "Chromium 140.0"');
  expect(await findBrowser({ PATH: `${stub.folder}:${real.folder}` })).toBe(real.path);
});

it("searches the usual folders even when the PATH is empty", () => {
  expect(browserCandidates({})).toEqual(
    expect.arrayContaining(["/usr/bin/chromium", "/usr/bin/google-chrome"]),
  );
});
