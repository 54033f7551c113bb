import { addMonths } from "@kontor/books/calendar-date";
import { sql } from "kysely";
import pg from "pg";

import { uniqueViolation } from "../../platform/database/database.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { checkPlace } from "../../platform/organization/place.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";
import type { NumberKind, SealedNumber } from "./personal-numbers.ts";

/**
 * The minimum age of an employee, at which section 59 of the Labour Act lets a child learn a trade.
 */
export const minimumAge = 12;

/** Facts of an employee that must fit together. */
export type EmployeeFacts = {
  state_id: number | null;
  local_government_id: number | null;
  birth_date: string | null;
  start_date: string;
  exit_date: string | null;
};

/**
 * Refuses contradictory facts.
 *
 * @throws Refusal `state_unknown`, `local_government_without_state`, `local_government_elsewhere`,
 *   `born_too_late`, `start_after_exit`, each at its field.
 */
export function checkEmployeeFacts(facts: EmployeeFacts): void {
  checkPlace(facts.state_id, facts.local_government_id);
  const { birth_date, start_date, exit_date } = facts;
  if (birth_date !== null && addMonths(birth_date, minimumAge * 12) > start_date) {
    throw Refusal.at("birth_date", "born_too_late", { years: String(minimumAge) });
  }
  if (exit_date !== null && start_date > exit_date) {
    throw Refusal.at("start_date", "start_after_exit", { exit_date });
  }
}

/**
 * Refuses to move the start of a rehired employee into the previous employment, whose months would
 * be paid again.
 *
 * @throws Refusal `return_before_exit` at `start_date`
 */
export async function checkStartDate(
  tx: Tx,
  { tenant_id, id, start_date }: { tenant_id: number; id: number; start_date: string },
  newStart: string,
): Promise<void> {
  if (newStart === start_date) return;
  const { rows } = await sql<{ exit_date: string }>`
    select exit_date from past_employments
    where tenant_id = ${tenant_id} and employee_id = ${id} and exit_date >= ${newStart}
    order by exit_date desc limit 1`.execute(tx);
  const before = atMostOne(rows);
  if (before !== undefined) throw Refusal.at("start_date", "return_before_exit", before);
}

/** Refuses a branch of another company. @throws Refusal `branch_unknown` at `branch_id` */
export async function checkBranch(
  tx: Tx,
  employee: { tenant_id: number; company_id: number },
  branchId: number | null,
): Promise<void> {
  if (branchId === null) return;
  const { rows } = await sql`
    select from branches
    where tenant_id = ${employee.tenant_id} and company_id = ${employee.company_id} and id = ${branchId}`.execute(
    tx,
  );
  if (rows.length === 0) throw Refusal.at("branch_id", "branch_unknown");
}

type Holder = { id: number; staff_no: string; name: string };

/** The other employee who has a value that must be unique in a company. */
async function holderOf(
  tx: Tx,
  employee: EmployeeKey,
  column: "lower(e.staff_no)" | "e.nin_hash" | "e.tax_id_hash" | "e.rsa_pin_hash",
  value: string | Buffer,
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select e.id, e.staff_no, e.first_name || ' ' || e.last_name as name from employees e
    where e.tenant_id = ${employee.tenant_id} and e.company_id = ${employee.company_id}
      and ${sql.raw(column)} = ${value} and e.id <> ${employee.id ?? 0}`.execute(tx);
  return atMostOne(rows);
}

type EmployeeKey = { tenant_id: number; company_id: number; id?: number };
/** Values that must be unique in a company. */
export type UniqueValues = { staff_no?: string } & Partial<
  Record<Exclude<NumberKind, "account_number">, SealedNumber | null>
>;

/** Personal numbers that two employees of a company cannot both have. */
export const uniqueNumbers = [
  ["nin", "NIN"],
  ["tax_id", "tax ID"],
  ["rsa_pin", "RSA PIN"],
] as const;

/**
 * Refuses values that another employee of the company has.
 *
 * @throws Refusal `staff_no_taken` at `staff_no`, `number_taken` at the number.
 */
export async function checkUnique(
  tx: Tx,
  employee: EmployeeKey,
  values: UniqueValues,
): Promise<void> {
  const { staff_no } = values;
  if (staff_no !== undefined) {
    const holder = await holderOf(tx, employee, "lower(e.staff_no)", staff_no.toLowerCase());
    if (holder) throw Refusal.at("staff_no", "staff_no_taken", { staff_no, name: holder.name });
  }
  for (const [kind, what] of uniqueNumbers) {
    const hash = values[kind]?.hash;
    if (hash === undefined) continue;
    const holder = await holderOf(tx, employee, `e.${kind}_hash`, hash);
    if (holder) {
      const { name, staff_no: theirs } = holder;
      throw Refusal.at(kind, "number_taken", { what, name, staff_no: theirs });
    }
  }
}

/**
 * Turns the error of a unique index into a refusal: of two concurrent writes of the same number,
 * the index stops the second.
 *
 * @throws Refusal `staff_no_taken`, `number_taken` at its field, or the error itself.
 */
export function refuseDuplicate(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) throw error;
  const name = "another employee";
  if (error.constraint === "employees_by_staff_no") {
    throw Refusal.at("staff_no", "staff_no_taken", { staff_no: "that you entered", name });
  }
  const number = uniqueNumbers.find(([kind]) => error.constraint === `employees_by_${kind}`);
  if (number === undefined) throw error;
  const [kind, what] = number;
  throw Refusal.at(kind, "number_taken", { what, name, staff_no: "added a moment ago" });
}
