import { auditChecks } from "../accounting/coherence/coherence-audit.ts";
import { checkBooks } from "../accounting/coherence/coherence.ts";
import { employeeChecks } from "../employees/coherence.ts";
import { fundingChecks } from "../funding/coherence.ts";
import { payrollChecks } from "../payroll/coherence.ts";
import { runChecks, type Fault } from "../platform/database/checks.ts";
import { organizationName } from "../platform/organization/organization.ts";
import type { Tx } from "../platform/scope.ts";
import { advanceChecks } from "../salary-advances/coherence.ts";
import { chainFaults } from "./chain/verify.ts";

const checks = [
  ...auditChecks,
  ...employeeChecks,
  ...fundingChecks,
  ...advanceChecks,
  ...payrollChecks,
];

/**
 * Checks everything that is stored twice: the books themselves, and the features' records against
 * the books.
 *
 * @param tenantId one tenant, or null for all that the transaction's scope may read.
 * @returns the faults found; empty when everything agrees.
 * @throws Refusal `not_found` for an unknown tenant.
 */
export async function checkEverything(tx: Tx, tenantId: number | null): Promise<Fault[]> {
  if (tenantId !== null) await organizationName(tx, tenantId);
  const faults: Fault[] = await checkBooks(tx, tenantId);
  faults.push(...(await runChecks(tx, tenantId, checks)), ...(await chainFaults(tx, tenantId)));
  return faults;
}
