import {
  getRehearsalTerms,
  rehearsalTerms,
  startRehearsal,
} from "@kontor/contract/payroll/rehearsal";
import { recordRemittance } from "@kontor/contract/payroll/remittances";

import { calculateRehearsals } from "../payroll/rehearsal/work.ts";
import type { Caller, World } from "./harness.ts";
import type { TestOrganization } from "./organizations.ts";
import type { FieldValues } from "./valid-requests.ts";

/** Approves the month's run and adds a remittance and a rehearsal of it. */
export async function addMonthRecords(
  world: World,
  caller: Pick<Caller, "call">,
  path: TestOrganization["path"],
  period: string,
): Promise<FieldValues> {
  return {
    ...(await addRemittance(caller, path.tenant_id, period)),
    ...(await addRehearsal(world, caller, path)),
  };
}

/** A partial remittance of a month. */
async function addRemittance(
  caller: Pick<Caller, "call">,
  tenant_id: number,
  period: string,
): Promise<FieldValues> {
  const remitted = { scheme: "NSITF", amount: "0.01", paid_on: "2026-03-10" };
  const body = { ...remitted, tenant_id, period };
  const { id } = await caller.call(recordRemittance, { body });
  return {
    ...remitted,
    compared: "2026-02",
    from: period,
    to: period,
    "GET /reports/payroll/statutory-schedule kind": "NSITF",
    "GET /reports/payroll/statutory-schedule/export kind": "NSITF",
    "POST /remittances period": period,
    "POST /remittances/batch remittances": [{ scheme: "NSITF", period, amount: "0.01" }],
    "POST /remittances/{id}/reversal id": id,
  };
}

/** A completed rehearsal of the approved run, with the present terms. */
async function addRehearsal(
  { database, clock }: World,
  caller: Pick<Caller, "call">,
  path: TestOrganization["path"],
): Promise<FieldValues> {
  const { terms } = await caller.call(getRehearsalTerms, { params: path });
  const body = rehearsalTerms.encode(terms);
  const { id } = await caller.call(startRehearsal, { params: path, body });
  await calculateRehearsals({ database, clock, log: { error: () => undefined } });
  const base = "/organizations/{tenant_id}/{company_id}/payroll-rehearsals/{id}";
  return { [`GET ${base} id`]: id, [`GET ${base}/export id`]: id };
}
