import { startEmbeddedPostgres } from "../server.ts";
import type { EmbeddedPostgresOptions } from "../server.ts";

/**
 * A program that owns an embedded database until it is killed, run by tests as a separate process.
 * Its argument is the options as JSON; it prints one line of JSON, an `OwnerReport`.
 */
export type OwnerReport =
  | { processId: number; url: string; adopted: boolean }
  | { problem: string; message: string };

async function own(): Promise<OwnerReport> {
  const options = JSON.parse(process.argv[2] ?? "{}") as Omit<EmbeddedPostgresOptions, "log">;
  try {
    const server = await startEmbeddedPostgres({ ...options, log: () => undefined });
    // The parent's end of this pipe closes when the parent dies; then the server must stop.
    process.stdin.on("end", () => void server.stop()).resume();
    return { processId: server.processId, url: server.url("postgres"), adopted: server.adopted };
  } catch (error) {
    const problem = error instanceof Error && "problem" in error ? String(error.problem) : "other";
    return { problem, message: String(error) };
  }
}

process.stdout.write(`${JSON.stringify(await own())}\n`);
