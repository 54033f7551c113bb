import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { calculateRuns } from "../payroll/calculation/calculate.ts";
import { findRun } from "../payroll/runs/run.ts";
import { decideSubmission } from "../payroll/steps/approval.ts";
import { disburse } from "../payroll/steps/disbursement.ts";
import { payslipOutcomeHandler } from "../payroll/steps/outcomes.ts";
import { actorOf, enterTenant, type Context, type UserIdentity } from "../platform/scope.ts";
import { saveAdvanceOutcomes } from "../salary-advances/sending/outcome.ts";
import { aroundCommits, openKillable, type KillableOptions } from "./killable-process.ts";

/** The steps of a run in which a process can be killed. */
export const phases = ["calculate", "approve", "disburse"] as const;

/** The options of a process that works on a payroll run, and when it is killed. */
export type PayrollProcessOptions = KillableOptions & {
  /** The run, and the user who takes the step. */
  run: { tenant_id: number; company_id: number; id: number };
  person: UserIdentity;
  phase: (typeof phases)[number];
  /** Whether it dies before or after a commit, and how many transactions it commits first. */
  point: "before" | "after";
  commits: number;
};

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
  const { database: opened, environment, clock, log } = openKillable(options);
  const database = aroundCommits(opened, {
    before: () => die("before"),
    after: () => {
      die("after");
      ended++;
    },
  });
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
