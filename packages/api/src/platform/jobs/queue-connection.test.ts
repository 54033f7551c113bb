import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { systemClock } from "../clock.ts";
import { watchQueueConnection } from "./queue-connection.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stopped = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
  code: "ECONNREFUSED",
});
/** As the job queue reports an error of a worker: a copy with the queue in its text. */
const copied = (queue: string) => {
  const { code, message, stack } = stopped;
  return { code, message: `${message} (Queue: ${queue})`, stack };
};
const lost = "the job queue lost the database, and tries to reach it";
const again = "the job queue can use the database again";

function watched() {
  const lines: [string, object, string][] = [];
  const logs = (level: string) => (details: object, message: string) => {
    lines.push([level, details, message]);
  };
  const log = { info: logs("info"), warn: logs("warn"), error: logs("error") };
  const reach = vi.fn<() => Promise<unknown>>().mockRejectedValue(stopped);
  const connection = watchQueueConnection({ log, clock: systemClock, reach });
  onTestFinished(() => connection.close());
  return { connection, reach, lines };
}

test("one line says that the database is away, whatever number of queues fail, and one that it is back", async () => {
  const { connection, reach, lines } = watched();
  for (let minute = 0; minute < 5; minute++) {
    for (const queue of ["mail", "transfers", "payroll"]) {
      expect(connection.isLostBy(copied(queue))).toBe(true);
    }
    await vi.advanceTimersByTimeAsync(60_000);
  }
  const facts = { code: "ECONNREFUSED", reason: `${stopped.message} (Queue: mail)` };
  expect(lines).toEqual([["error", facts, lost]]);
  reach.mockResolvedValue({});
  await vi.advanceTimersByTimeAsync(2000);
  expect(lines.slice(1)).toEqual([["info", { seconds: 302 }, again]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach).toHaveBeenCalledTimes(151);
});

test("connections that break again and again are named once a minute, and an outage in that minute at its end", async () => {
  const { connection, reach, lines } = watched();
  const ended = Object.assign(new Error("terminating connection"), { code: "57P01" });
  reach.mockResolvedValue({});
  for (let second = 0; second < 57; second += 3) {
    connection.isLostBy(ended);
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(lines.map(([level, , message]) => [level, message])).toEqual([
    ["error", lost],
    ["info", again],
  ]);
  reach.mockRejectedValue(stopped);
  connection.isLostBy(ended);
  await vi.advanceTimersByTimeAsync(2000);
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(lines.slice(2)).toEqual([
    ["error", { code: "ECONNREFUSED", reason: stopped.message }, lost],
  ]);
});

test("no other error is one, and after the end nothing is tried or said", async () => {
  const { connection, reach, lines } = watched();
  const faults = [
    new TypeError("x is not a function"),
    Object.assign(new Error("no such table"), { code: "42P01" }),
    "thrown text",
    undefined,
  ];
  expect(faults.map((fault) => connection.isLostBy(fault))).toEqual(faults.map(() => false));
  connection.isLostBy(stopped);
  connection.close();
  connection.isLostBy(stopped);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach).not.toHaveBeenCalled();
  expect(lines).toHaveLength(1);
});
