import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";

import { afterEach, expect, it, onTestFinished, vi } from "vitest";

import { environmentWith, runProcess } from "./processes.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("sets variables, and unsets one given as the empty string", () => {
  vi.stubEnv("KONTOR_TEST_KEPT", "kept");
  vi.stubEnv("KONTOR_TEST_EMPTY", "");
  vi.stubEnv("KONTOR_TEST_GONE", "gone");
  const changed = environmentWith({ KONTOR_TEST_GONE: "", KONTOR_TEST_NEW: "new" });
  expect(changed).toMatchObject({ KONTOR_TEST_KEPT: "kept", KONTOR_TEST_NEW: "new" });
  expect(changed).toHaveProperty("KONTOR_TEST_EMPTY", "");
  expect(changed).not.toHaveProperty("KONTOR_TEST_GONE");
});

it("returns the exit status of a command, run in the given folder and environment", async () => {
  const script = "process.exit(process.cwd() === process.env.WANTED ? 7 : 8)";
  const folder = await realpath(tmpdir());
  const options = { cwd: folder, env: { WANTED: folder } };
  expect(await runProcess(process.execPath, ["-e", script], options)).toBe(7);
});

it("returns 128 for a command that a signal ended", async () => {
  expect(await runProcess(process.execPath, ["-e", "process.kill(process.pid, 'SIGKILL')"])).toBe(
    128,
  );
});

it("returns 127 for a command that does not exist, and reports it", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  expect(await runProcess("no-such-command-of-kontor", [])).toBe(127);
  expect(said.mock.lastCall?.[0]).toContain("no-such-command-of-kontor");
});

it("passes on what a command prints, and tells it", async () => {
  const shown = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const warned = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const heard: string[] = [];
  const script = "process.stdout.write('naïve'); process.stderr.write('careful')";
  const onOutput = (text: string) => heard.push(text);
  expect(await runProcess(process.execPath, ["-e", script], { onOutput })).toBe(0);
  expect(heard.toSorted()).toEqual(["careful", "naïve"]);
  expect(shown).toHaveBeenCalledWith("naïve");
  expect(warned).toHaveBeenCalledWith("careful");
});

it("ends with the command, although a process that it left behind keeps its output open", async () => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const script = `const { spawn } = require("node:child_process");
    const left = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "inherit", detached: true });
    left.unref();
    process.stdout.write(String(left.pid));`;
  let heard = "";
  const onOutput = (text: string) => (heard += text);
  onTestFinished(() => void process.kill(Number(heard)));
  expect(await runProcess(process.execPath, ["-e", script], { onOutput })).toBe(0);
});
