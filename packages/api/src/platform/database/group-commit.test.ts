import { expect, test } from "vitest";

import { eventually } from "../../testing/eventually.ts";
import { Refusal } from "../refusal.ts";
import { groupCommit } from "./group-commit.ts";

/** A group commit whose groups wait for `gate`, and a record of the executed groups. */
function groupsBehindGate(limits: { maxWaiting: number; maxWait: number; slotTimeout?: number }) {
  const gate = Promise.withResolvers<undefined>();
  const groups: (readonly string[])[] = [];
  const commit = groupCommit<string, string>(
    async (works) => {
      groups.push(works);
      await gate.promise;
      return works.map((work) => `${work} done`);
    },
    { slotTimeout: 60_000, ...limits },
  );
  return { gate, groups, commit };
}

const started = (groups: unknown[]) => eventually(() => expect(groups).toHaveLength(1));

test("requests that arrive during a transaction share the next one", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 10, maxWait: 10_000 });
  const first = commit(1, "a");
  await started(groups);
  const others = [commit(1, "b"), commit(1, "c")];
  gate.resolve(undefined);
  expect(await Promise.all([first, ...others])).toEqual(["a done", "b done", "c done"]);
  expect(groups).toEqual([["a"], ["b", "c"]]);
});

test("requests that arrive together share one transaction", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 10, maxWait: 10_000 });
  gate.resolve(undefined);
  await Promise.all([commit(1, "a"), commit(2, "b"), commit(1, "c")]);
  expect(groups).toEqual([["a", "b", "c"]]);
});

test("a full queue refuses the next request immediately, with a time to retry", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 1, maxWait: 10_000 });
  const first = commit(1, "a");
  await started(groups);
  const second = commit(1, "b");
  await expect(commit(1, "c")).rejects.toMatchObject({ code: "busy", status: 503, retryAfter: 1 });
  gate.resolve(undefined);
  expect(await Promise.all([first, second])).toEqual(["a done", "b done"]);
});

test("a request that has waited too long is not executed", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 10, maxWait: 20 });
  const first = commit(1, "a");
  await started(groups);
  await expect(commit(1, "b")).rejects.toMatchObject({ code: "busy" });
  gate.resolve(undefined);
  await first;
  // A later request shows that the queue continues after the refused one.
  expect(await commit(1, "c")).toBe("c done");
  expect(groups).toEqual([["a"], ["c"]]);
});

test("one tenant's queue does not delay another tenant", async () => {
  const { gate, groups, commit } = groupsBehindGate({
    maxWaiting: 1,
    maxWait: 10_000,
    slotTimeout: 1,
  });
  const first = commit(1, "a");
  await started(groups);
  const other = commit(2, "b");
  await eventually(() => expect(groups).toHaveLength(2));
  gate.resolve(undefined);
  await Promise.all([first, other]);
});

test("requests of several tenants that wait during a transaction share the next one", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 10, maxWait: 10_000 });
  const requests = [commit(1, "a")];
  await started(groups);
  requests.push(commit(2, "b"), commit(3, "c"), commit(3, "d"), commit(4, "e"));
  gate.resolve(undefined);
  expect(await Promise.all(requests)).toEqual(
    ["a", "b", "c", "d", "e"].map((work) => `${work} done`),
  );
  // Requests are taken from each tenant in turn, so that many of one tenant do not delay the
  // others.
  expect(groups.slice(1)).toEqual([["b", "c", "e", "d"]]);
});

/** Until the queue has seen what was submitted. */
async function afterThisTurn(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test("twelve waiting requests share a second transaction, without tenants of the first", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 20, maxWait: 10_000 });
  const requests = [commit(1, "a")];
  await started(groups);
  requests.push(commit(1, "b"));
  const tenants = Array.from({ length: 12 }, (_each, index) => index + 2);
  requests.push(...tenants.slice(1).map((id) => commit(id, `of ${id}`)));
  await afterThisTurn();
  expect(groups).toEqual([["a"]]);
  requests.push(commit(2, "of 2"));
  await eventually(() => expect(groups).toHaveLength(2));
  expect(groups[1]?.toSorted()).toEqual(tenants.map((id) => `of ${id}`).toSorted());
  gate.resolve(undefined);
  await Promise.all(requests);
  expect(groups.at(-1)).toEqual(["b"]);
});

test("twelve waiting requests of one tenant share its second transaction, and never a third", async () => {
  const { gate, groups, commit } = groupsBehindGate({ maxWaiting: 50, maxWait: 10_000 });
  const works = Array.from({ length: 12 }, (_each, index) => `b${index}`);
  const requests = [commit(1, "a")];
  await started(groups);
  requests.push(commit(2, "of 2"), ...works.slice(1).map((work) => commit(1, work)));
  await afterThisTurn();
  expect(groups).toEqual([["a"]]);
  requests.push(commit(1, "b0"));
  await eventually(() => expect(groups).toHaveLength(2));
  expect(groups[1]?.toSorted()).toEqual(works.toSorted());
  requests.push(...works.map((work) => commit(1, `later ${work}`)));
  await afterThisTurn();
  expect(groups).toHaveLength(2);
  gate.resolve(undefined);
  await Promise.all(requests);
});

test("a slow transaction delays only its own tenants", async () => {
  const { gate, groups, commit } = groupsBehindGate({
    maxWaiting: 10,
    maxWait: 10_000,
    slotTimeout: 1,
  });
  const requests = [commit(1, "a")];
  await started(groups);
  requests.push(commit(2, "b"), commit(1, "c"), commit(3, "d"));
  await eventually(() => expect(groups.flat().toSorted()).toEqual(["a", "b", "d"]));
  gate.resolve(undefined);
  await Promise.all(requests);
  expect(groups.at(-1)).toEqual(["c"]);
});

test("a refusal in a shared transaction of several tenants fails only its own request", async () => {
  const gate = Promise.withResolvers<undefined>();
  const groups: [works: readonly string[], joint: boolean][] = [];
  const commit = groupCommit<string, string>(
    async (works, joint) => {
      groups.push([works, joint]);
      await gate.promise;
      if (works.includes("bad")) throw new Refusal("in_use", { what: "It" });
      return works;
    },
    { maxWaiting: 10, maxWait: 10_000, slotTimeout: 60_000 },
  );
  const first = commit(1, "a");
  await started(groups);
  const outcomes = Promise.allSettled([commit(3, "c"), commit(4, "bad"), commit(4, "d")]);
  gate.resolve(undefined);
  await first;
  expect((await outcomes).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(groups[1]).toEqual([["c", "bad", "d"], true]);
  const again = [["c"], ["bad", "d"], ["bad"], ["d"]].map((works) => [works, false]);
  expect(groups).toHaveLength(6);
  expect(groups.slice(2)).toEqual(expect.arrayContaining(again));
});

test("a refusal in a group fails only its own request", async () => {
  const gate = Promise.withResolvers<undefined>();
  let groups = 0;
  const commit = groupCommit<string, string>(async (works) => {
    groups++;
    await gate.promise;
    if (works.includes("bad")) throw new Refusal("in_use", { what: "It" });
    return works;
  });
  const first = commit(1, "a");
  await eventually(() => expect(groups).toBe(1));
  const outcomes = Promise.allSettled([commit(1, "b"), commit(1, "bad"), commit(1, "c")]);
  gate.resolve(undefined);
  await first;
  expect((await outcomes).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});
