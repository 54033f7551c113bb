import { buildApp } from "@kontor/api/app";
import { systemClock } from "@kontor/api/platform/clock";
import { parseEnvironment } from "@kontor/api/platform/environment";

import { openBenchDatabase, openBenchSession, type BenchDatabase } from "./database.ts";
import { p95, print, formatRow } from "./timing.ts";

/** A list of the API at two sizes. */
export type ListBench = {
  /** What is listed, in the plural: "employees". */
  what: string;
  few: number;
  many: number;
  /** Requests of each kind at each size, preceded by a tenth as many to warm up. */
  rounds: number;
  /** Query strings by their name in the output; `LAST` in one is the number of the last page. */
  queries: Readonly<Record<string, string>>;
  /**
   * Fills a new database with this many rows. @returns the address of the list below `/api/`,
   * without its query.
   */
  fill: (bench: BenchDatabase, count: number) => Promise<string>;
};

/** Rows of a page when the query does not set it. */
const perPage = 25;

type ListServer = { ask(query: string): Promise<number>; close(): Promise<void> };

/**
 * A list through HTTP at many rows ÷ at few: alternates between two servers with a database each,
 * so that both see the same state of the machine. Prints a line for each kind of request.
 *
 * @returns the ratio of the 95th percentiles over all kinds of request.
 */
export async function compareListSizes(list: ListBench): Promise<number> {
  const servers = [await serve(list, list.few), await serve(list, list.many)];
  try {
    const times = new Map<string, [number[], number[]]>();
    for (let round = -list.rounds / 10; round < list.rounds; round++) {
      for (const [kind, query] of Object.entries(list.queries)) {
        const both = times.get(kind) ?? [[], []];
        times.set(kind, both);
        for (const [place, server] of servers.entries()) {
          const time = await server.ask(query);
          if (round >= 0) both[place]?.push(time);
        }
      }
    }
    return report(list, times);
  } finally {
    for (const server of servers) await server.close();
  }
}

function report(
  { what, few, many, rounds }: ListBench,
  times: ReadonlyMap<string, readonly [number[], number[]]>,
): number {
  print(`p95 in ms at ${few} and at ${many} ${what}, ${rounds} requests each`);
  for (const [kind, [small, large]] of times) print(line(kind, small, large));
  const all = [...times.values()];
  const [small, large] = [all.flatMap((both) => both[0]), all.flatMap((both) => both[1])];
  print(line("all kinds together", small, large));
  return p95(large) / p95(small);
}

function line(kind: string, small: readonly number[], large: readonly number[]): string {
  return formatRow(kind, p95(small), p95(large), `ratio ${(p95(large) / p95(small)).toFixed(2)}`);
}

/** The API on a separate database with this many rows. */
async function serve({ fill }: ListBench, count: number): Promise<ListServer> {
  const bench = await openBenchDatabase();
  const path = await fill(bench, count);
  const token = await openBenchSession(bench.database);
  const environment = parseEnvironment({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    KONTOR_REQUESTS_PER_MINUTE: "100000000",
  });
  const app = await buildApp({ environment, database: bench.database, clock: systemClock });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const lastPage = String(Math.ceil(count / perPage));
  return {
    ask: async (query) => {
      const begin = performance.now();
      const response = await fetch(`${address}/api/${path}${query.replace("LAST", lastPage)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${query} answered ${response.status}`);
      return performance.now() - begin;
    },
    close: async () => {
      await app.close();
      await bench.close();
    },
  };
}
