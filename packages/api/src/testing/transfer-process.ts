import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { requestTransfers } from "../funding/transfers/request.ts";
import { setTenant } from "../platform/scope.ts";
import { aroundSends, killerAt, openKillable, type KillableOptions } from "./killable-process.ts";
import { transferRequest } from "./transfers.ts";

/**
 * The options of a process that moves money: whose money, the subjects to request, and the point at
 * which it is killed.
 */
export type TransferProcessOptions = KillableOptions & {
  tenant_id: number;
  company_id: number;
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

/**
 * Requests transfers and sends those that are due, and kills itself with SIGKILL at the given
 * point. It prints a line for each subject whose intent was committed.
 */
async function run(options: TransferProcessOptions): Promise<void> {
  const { tenant_id, company_id } = options;
  const pass = killerAt(options.point, options.passes);
  const { database, environment, clock, log } = openKillable(options);
  const delivery = {
    database,
    environment,
    clock,
    log,
    providers: openProviders({ database, clock }).map((provider) =>
      aroundSends(provider, {
        before: () => pass("before sending"),
        after: () => pass("after sending"),
      }),
    ),
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
