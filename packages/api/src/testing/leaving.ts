import { getEmployee } from "@kontor/contract/employees/employees";
import { leaveEmployment, returnToWork, suspendEmployee } from "@kontor/contract/employees/leaving";
import type { DataOf } from "@kontor/contract/endpoint";

import type { Caller } from "./harness.ts";

/** An amount that one side owes the other at the end of an employment, in naira. */
type Owed = { name: string; kind: "EARNING" | "DEDUCTION"; amount: string; taxable: boolean };

/** What an employee is owed. */
export const gratuity = (amount: string, taxable = true): Owed => ({
  name: "Gratuity",
  kind: "EARNING",
  amount,
  taxable,
});

/** What an employee owes. */
export const laptop = (amount: string, taxable = false): Owed => ({
  name: "Laptop not returned",
  kind: "DEDUCTION",
  amount,
  taxable,
});

/** Records that a day is the last of an employment, and everything that is owed at its end. */
export async function leaveOn(
  { hr }: { hr: Caller },
  employee: object,
  exit_date: string,
  ...owed: Owed[]
): Promise<DataOf<typeof leaveEmployment>> {
  const { version } = await hr.call(getEmployee, { params: employee });
  const body = { exit_date, reason: "RESIGNED", note: "", owed, version };
  return hr.call(leaveEmployment, { params: employee, body });
}

/** Records that an employee who left is employed again from a day on. */
export async function returnOn(
  { hr }: { hr: Caller },
  employee: object,
  start_date: string,
): Promise<void> {
  const { version } = await hr.call(getEmployee, { params: employee });
  await hr.call(returnToWork, { params: employee, body: { start_date, version } });
}

/** Suspends an employee, or ends the suspension. */
export async function suspend(
  { hr }: { hr: Caller },
  employee: object,
  suspended = true,
): Promise<void> {
  const { version } = await hr.call(getEmployee, { params: employee });
  const body = { suspended, reason: "Under investigation", version };
  await hr.call(suspendEmployee, { params: employee, body });
}
