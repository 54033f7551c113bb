import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { calculateRuns } from "../payroll/calculation/calculate.ts";
import { findRun } from "../payroll/runs/run.ts";
import { decideSubmission } from "../payroll/steps/approval.ts";
import { disburse } from "../payroll/steps/disbursement.ts";
import { payslipOutcomeHandler } from "../payroll/steps/outcomes.ts";
import { lagosDate, type Clock } from "../platform/clock.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { parseEnvironment } from "../platform/environment.ts";
import { actorOf, enterTenant, type Context, type UserIdentity } from "../platform/scope.ts";
import { saveAdvanceOutcomes } from "../salary-advances/sending/outcome.ts";

/** The steps of a run in which a process can be killed. */
export const phases = ["calculate", "approve", "disburse"] as const;

/** The options of a process that works on a payroll run, and when it is killed. */
export type PayrollProcessOptions = {
  url: string;
  secretKey: string;
  /** The start of its clock, in milliseconds since 1970. */
  now: number;
  /** The run, and the user who takes the step. */
  run: { tenant_id: number; company_id: number; id: number };
  person: UserIdentity;
  phase: (typeof phases)[number];
  /** Whether it dies before or after a commit, and how many transactions it commits first. */
  point: "before" | "after";
  commits: number;
};

const silent = () => undefined;

/**
 * Takes one step of a run with everything that follows from it, and kills itself at a commit like
 * `kill -9`.
 */
async function work(options: PayrollProcessOptions): Promise<void> {
  const { phase, point, run } = options;
  let ended = 0;
  const die = (here: "before" | "after"): void => {
    if (here === point && ended >= options.commits) process.kill(process.pid, "SIGKILL");
  };
  const opened = openDatabase({ url: options.url, connections: 4, onError: silent });
  const database: Database = {
    ...opened,
    transaction: async (inside, more) => {
      const result = await opened.transaction(async (tx) => {
        const outcome = await inside(tx);
        die("before");
        return outcome;
      }, more);
      die("after");
      ended++;
      return result;
    },
  };
  const began = performance.now();
  const now = () => new Date(options.now + (performance.now() - began));
  const clock: Clock = {
    now,
    today: () => lagosDate(now()),
    sleep: () => Promise.resolve(),
  };
  const environment = parseEnvironment({ NODE_ENV: "test", KONTOR_SECRET_KEY: options.secretKey });
  const log = { info: silent, warn: silent, error: silent };
  const step = <Result>(take: (context: Context, version: number) => Promise<Result>) =>
    database.transaction(async (tx) => {
      const context = { tx, actor: actorOf(options.person), clock, environment, requestId: "test" };
      await enterTenant(context, run.tenant_id);
      return take(context, (await findRun(context, run)).version);
    });
  if (phase === "calculate") await calculateRuns({ database, clock, log });
  if (phase === "approve") {
    await step((context, version) =>
      decideSubmission(context, { ...run, version, status: "APPROVED" }),
    );
  }
  if (phase === "disburse") {
    await step((context, version) => disburse(context, { ...run, version }));
    const handlers = {
      salary_advance: saveAdvanceOutcomes,
      payslip: payslipOutcomeHandler({ environment, clock }),
    };
    const providers = openProviders({ database, clock });
    const delivery = { database, environment, clock, log, providers, handlers };
    await deliverDue(delivery, new AbortController().signal);
  }
  await opened.close();
}

const [given] = process.argv.slice(2);
if (given !== undefined) await work(JSON.parse(given) as PayrollProcessOptions);
