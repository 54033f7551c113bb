import type { Kobo } from "@kontor/books/money";
import { submitFunds } from "@kontor/contract/funding/funding";

import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import {
  requestTransfers,
  type RequestedTransfer,
  type TransferRequest,
} from "../funding/transfers/request.ts";
import type { OutcomeHandlers, TransferOutcome } from "../funding/transfers/transfer.ts";
import { setTenant } from "../platform/scope.ts";
import type { Caller, World } from "./harness.ts";
import type { TestOrganization } from "./organizations.ts";

/** An account number whose ending selects the sandbox's behaviour. */
export const accountEnding = (ending: string): string => `0123456${ending}`;

/** A transfer for a salary advance, with a test's own values. */
export function transferRequest(
  subject_id: number,
  amount: bigint,
  more: Partial<TransferRequest> & { ending?: string } = {},
): TransferRequest {
  const { ending = "999", ...rest } = more;
  return {
    purpose: "salary_advance",
    subject_id,
    amount: amount as Kobo,
    destination: {
      bank_code: "058",
      account_number: accountEnding(ending),
      account_name: "ADA OBI",
    },
    narration: `Salary advance ${subject_id}`,
    owed: "salary_advances_receivable",
    ...rest,
  };
}

/** Requests transfers as a feature does, in its own transaction. */
export function requestTransfersFor(
  world: World,
  organization: TestOrganization,
  requests: readonly TransferRequest[],
): Promise<RequestedTransfer[]> {
  return world.database.transaction(async (tx) => {
    await setTenant(tx, organization.tenant_id);
    const poster = { tx, actorId: null, requestId: "test", recordedAt: world.clock.now() };
    return requestTransfers(poster, world.environment, organization.path, requests);
  });
}

/** The sending job, with features that record the outcomes passed to them. */
export type TestDelivery = {
  passed: TransferOutcome[];
  /** Log messages above the level `info`. */
  warnings: { message: string; details: object }[];
  options: Parameters<typeof deliverDue>[0];
  /** Does all work that is due. @returns when the next is due. */
  run(): Promise<Date | undefined>;
};

export function openDelivery(world: World, handlers?: OutcomeHandlers): TestDelivery {
  const passed: TransferOutcome[] = [];
  const warnings: TestDelivery["warnings"] = [];
  const keep = (details: object, message: string) => void warnings.push({ message, details });
  const { database, environment, clock } = world;
  const listen = async (_poster: object, _tenantId: number, outcomes: readonly TransferOutcome[]) =>
    void passed.push(...outcomes);
  const options = {
    database,
    environment,
    clock,
    log: { info: () => undefined, warn: keep, error: keep },
    providers: openProviders({ database, clock }),
    handlers: handlers ?? { salary_advance: listen, payslip: listen },
  };
  return {
    passed,
    warnings,
    options,
    run: () => deliverDue(options, new AbortController().signal),
  };
}

/** Deposits funds into an organization's wallet. */
export function depositFunds(platform: Caller, { path }: TestOrganization, amount: string) {
  const body = { action: "DEPOSIT", amount, confirmed_amount: amount };
  return platform.call(submitFunds, { params: path, body });
}
