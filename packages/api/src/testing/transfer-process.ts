import type { FundingProvider } from "../funding/provider.ts";
import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { requestTransfers } from "../funding/transfers/request.ts";
import { lagosDate, type Clock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database/database.ts";
import { parseEnvironment } from "../platform/environment.ts";
import { setTenant } from "../platform/scope.ts";
import { transferRequest } from "./transfers.ts";

/**
 * The options of a process that moves money: its database, whose money, the time, the subjects to
 * request, and the point at which it is killed.
 */
export type TransferProcessOptions = {
  url: string;
  tenant_id: number;
  company_id: number;
  /** The moment at which its clock starts, in milliseconds since 1970. */
  now: number;
  secretKey: string;
  subjects: readonly number[];
  /** Ending of the receiving account numbers. */
  ending: string;
  point: (typeof killPoints)[number];
  /** How often it passes the point before it dies there. */
  passes: number;
};

/** The points at which the process can be killed. `never` lets it finish. */
export const killPoints = [
  "before the intent is committed",
  "after the intent",
  "before sending",
  "after sending",
  "before the outcome is committed",
  "after the outcome",
  "never",
] as const;

const silent = () => undefined;

/**
 * Requests transfers and sends those that are due, and kills itself with SIGKILL at the given
 * point. It prints a line for each subject whose intent was committed.
 */
async function run(options: TransferProcessOptions): Promise<void> {
  const { tenant_id, company_id, point } = options;
  let passes = 0;
  const pass = (here: TransferProcessOptions["point"]): void => {
    if (here === point && ++passes > options.passes) process.kill(process.pid, "SIGKILL");
  };
  const began = performance.now();
  const now = () => new Date(options.now + (performance.now() - began));
  const clock: Clock = {
    now,
    today: () => lagosDate(now()),
    sleep: () => Promise.resolve(),
  };
  const environment = parseEnvironment({
    NODE_ENV: "test",
    KONTOR_SECRET_KEY: options.secretKey,
  });
  const database = openDatabase({ url: options.url, connections: 4, onError: () => undefined });
  const delivery = {
    database,
    environment,
    clock,
    log: { info: silent, warn: silent, error: silent },
    providers: openProviders({ database, clock }).map((provider): FundingProvider => ({
      ...provider,
      send: async (transfer, signal) => {
        pass("before sending");
        const answer = await provider.send(transfer, signal);
        pass("after sending");
        return answer;
      },
    })),
    // Called inside the transaction that stores the outcome, so a process that dies here has not
    // stored it.
    handlers: {
      salary_advance: async () => {
        await Promise.resolve();
        pass("before the outcome is committed");
      },
    },
  };
  for (const subject of options.subjects) {
    await database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      const poster = { tx, actorId: null, requestId: "test", recordedAt: clock.now() };
      const request = transferRequest(subject, 100n, { ending: options.ending });
      await requestTransfers(poster, environment, { tenant_id, company_id }, [request]);
      pass("before the intent is committed");
    });
    process.stdout.write(`${subject}\n`);
    pass("after the intent");
    await deliverDue(delivery, new AbortController().signal);
    pass("after the outcome");
  }
  await deliverDue(delivery, new AbortController().signal);
  await database.close();
}

const [given] = process.argv.slice(2);
if (given !== undefined) await run(JSON.parse(given) as TransferProcessOptions);
