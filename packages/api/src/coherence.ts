import { checkBooks as checkBooksCall } from "@kontor/contract/accounting/books";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";

import { auditChecks } from "./accounting/coherence/coherence-audit.ts";
import { checkBooks } from "./accounting/coherence/coherence.ts";
import { fundingChecks } from "./funding/coherence.ts";
import { payrollChecks } from "./payroll/coherence.ts";
import { runChecks, type Fault } from "./platform/database/checks.ts";
import { route, type Route } from "./platform/http/serve.ts";
import { organizationName } from "./platform/organization/organization.ts";
import { tenantFilter, type Context, type Tx } from "./platform/scope.ts";
import { advanceChecks } from "./salary-advances/coherence.ts";

const checks = [...auditChecks, ...fundingChecks, ...advanceChecks, ...payrollChecks];

/**
 * Does everything that is stored twice agree: the books with themselves, and with them what the features
 * keep beside them?
 *
 * @param tenantId one tenant, or null for all that the transaction's scope lets it read.
 * @returns the faults found; none when everything agrees.
 * @throws Refusal `not_found` for a tenant that there is not.
 */
export async function checkEverything(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  if (tenantId !== null) await organizationName(tx, tenantId);
  const faults: Fault[] = await checkBooks(tx, tenantId);
  faults.push(...(await runChecks(tx, tenantId, checks)));
  return faults;
}

/** The check as a call: of one organization, or of all that the caller may read. */
async function booksCheck(
  context: Context,
  input: InputOf<typeof checkBooksCall>,
): Promise<DataOf<typeof checkBooksCall>> {
  const faults = await checkEverything(context.tx, tenantFilter(context, input.tenant_id));
  return { agree: faults.length === 0, faults };
}

export const coherenceRoutes: readonly Route[] = [route(checkBooksCall, booksCheck)];
