import { addBenefit } from "@kontor/contract/employees/benefits";

import type { Caller } from "./harness.ts";
import type { FieldValues } from "./valid-requests.ts";

const benefits = "/organizations/{tenant_id}/{company_id}/employees/{id}/benefits";
const small = { kind: "ASSET", value: "1.00", employee_pays: "0.00", to_date: null };

/**
 * Adds a benefit in kind of an employee.
 *
 * @returns its id, and valid values of the calls on benefits, whose kinds are not those of items.
 */
export async function addBenefitInKind(
  caller: Pick<Caller, "call">,
  params: object,
): Promise<FieldValues> {
  const body = { ...small, name: "Official car", from_date: "2026-02-01" };
  const { id } = await caller.call(addBenefit, { params, body });
  const { kind, ...others } = small;
  return {
    ...others,
    benefit_id: id,
    [`POST ${benefits} kind`]: kind,
    [`PUT ${benefits}/{benefit_id} kind`]: kind,
  };
}
