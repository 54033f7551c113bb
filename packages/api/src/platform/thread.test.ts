import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { inThread, ThreadOverLimit } from "./thread.ts";

const memory = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 8 };
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kontor-thread-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A function of this code in a thread. */
async function running(name: string, code: string, reused = true, timeLimit = 60_000) {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, code);
  return inThread<string, unknown>(pathToFileURL(file).href, { memory, timeLimit, reused });
}

const work = `
  import { threadId } from "node:worker_threads";
  let running = 0;
  export async function work(what) {
    if (what === "wait") return new Promise(() => setInterval(() => undefined, 1000));
    if (what === "throw") throw new TypeError("cannot be read");
    if (what === "fill") for (const all = []; ; ) all.push(new Array(100_000).fill(0.5));
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
    return { threadId, running };
  }`;

test("calls at the same time share a thread, one after the other", async () => {
  const call = await running("shared", work);
  const [first, ...others] = await Promise.all(["a", "b", "c"].map((what) => call(what)));
  expect(first).toMatchObject({ running: 0 });
  expect(others).toEqual([first, first]);
});

test("calls get a thread of their own when none is reused", async () => {
  const call = await running("fresh", work, false);
  const answers = await Promise.all(["a", "b"].map((what) => call(what)));
  expect(answers).toMatchObject([{ running: 0 }, { running: 0 }]);
  expect(answers[0]).not.toEqual(answers[1]);
});

test("what the function throws comes back, and the thread stays", async () => {
  const call = await running("thrown", work);
  const before = await call("a");
  await expect(call("throw")).rejects.toThrow(new TypeError("cannot be read"));
  expect(await call("a")).toEqual(before);
});

test("a call without enough memory ends only its thread", async () => {
  const call = await running("filled", work);
  const filled = call("fill");
  const next = call("a");
  await expect(filled).rejects.toThrow(ThreadOverLimit);
  expect(await next).toMatchObject({ running: 0 });
});

test("a call that takes longer than its limit fails", async () => {
  const call = await running("slow", work, true, 500);
  await expect(call("wait")).rejects.toThrow(ThreadOverLimit);
});

test("a call is aborted while it runs or waits, with the reason", async () => {
  const call = await running("aborted", work);
  const leaving = new AbortController();
  const runs = call("wait", leaving.signal);
  const waits = call("a", AbortSignal.abort(new Error("left before")));
  setTimeout(() => leaving.abort(new Error("left")), 50);
  await expect(runs).rejects.toThrow("left");
  await expect(waits).rejects.toThrow("left before");
  expect(await call("a")).toMatchObject({ running: 0 });
});

test("a module that cannot be loaded fails each call", async () => {
  const call = await running("broken", 'throw new Error("is broken");');
  await expect(call("a")).rejects.toThrow("is broken");
  await expect(call("a")).rejects.toThrow("is broken");
});

test("a thread that does not start within the time of its call is replaced", async () => {
  const marker = pathToFileURL(join(folder, "started-before")).href;
  const call = await running(
    "late",
    `import { existsSync, writeFileSync } from "node:fs";
    const marker = new URL("${marker}");
    if (!existsSync(marker)) {
      writeFileSync(marker, "");
      await new Promise(() => setInterval(() => undefined, 1000));
    }
    export const work = () => "done";`,
  );
  const late = call("a", AbortSignal.timeout(1000));
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
  expect(await call("a")).toBe("done");
});
