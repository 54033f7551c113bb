import { kobo, printMoney } from "@kontor/books/money";
import { importPayFields } from "@kontor/contract/reference/employee-import-fields";
import { sql } from "kysely";

import { auditAll, auditActorOf } from "../../platform/audit.ts";
import type { Context } from "../../platform/scope.ts";
import type { EvaluatedRow } from "./evaluate.ts";

type ImportKey = { tenant_id: number; id: number };
type Change = EvaluatedRow["changes"][number];
/** An employee whose record an import changed. */
type ChangedEmployee = { employee_id: number; changes: readonly Change[] };

/** Records in the audit log what an import changed of each employee, without their pay. */
export function auditImportedEmployees(
  context: Context,
  work: ImportKey,
  employees: readonly ChangedEmployee[],
): Promise<void> {
  return auditRecords(context, work, "employee.imported", employees, ({ from, to }) => ({
    from,
    to,
  }));
}

/** Records in the audit log what the undo of an import changed back, without pay. */
export function auditRestoredEmployees(
  context: Context,
  work: ImportKey,
  employees: readonly ChangedEmployee[],
): Promise<void> {
  return auditRecords(context, work, "employee.import-undone", employees, ({ from, to }) => ({
    from: to,
    to: from,
  }));
}

async function auditRecords(
  context: Context,
  { tenant_id, id }: ImportKey,
  action: string,
  employees: readonly ChangedEmployee[],
  sidesOf: (change: Change) => { from: string | null; to: string | null },
): Promise<void> {
  await auditAll(
    auditActorOf(context),
    tenant_id,
    employees.map(({ employee_id, changes }) => ({
      action,
      subject: `employee:${employee_id}`,
      detail: {
        import_id: id,
        changes: Object.fromEntries(
          changes
            .filter(({ field }) => !importPayFields.includes(field))
            .map((change) => [change.field, sidesOf(change)]),
        ),
      },
    })),
  );
}

/** A rate of pay that an import added or replaced, in kobo a month. */
export type ImportedRate = { employee_id: number; from_date: string; monthly_pay: bigint };

/** Its columns, of `pay_rates p`. */
export const importedRateColumns = sql`p.employee_id, p.from_date,
  p.basic + p.housing + p.transport + p.other as monthly_pay`;

/**
 * Records rates in the audit log as when a user adds or withdraws them, so that the history of an
 * employee shows every change of pay.
 *
 * @param before the rates that were in force for their day, and are not any more.
 * @param after those that are in force for their day now.
 */
export async function auditImportedPay(
  context: Context,
  { tenant_id, id }: ImportKey,
  before: readonly ImportedRate[],
  after: readonly ImportedRate[],
): Promise<void> {
  const keyOf = ({ employee_id, from_date }: ImportedRate) => `${employee_id} ${from_date}`;
  const present = new Map(after.map((rate) => [keyOf(rate), rate]));
  const former = new Map(before.map((rate) => [keyOf(rate), rate]));
  const rates = new Map([...former, ...present]);
  await auditAll(
    auditActorOf(context),
    tenant_id,
    [...rates].map(([key, { employee_id, from_date }]) => ({
      action: present.has(key) ? "employee.pay-rate-added" : "employee.pay-rate-withdrawn",
      subject: `employee:${employee_id}`,
      detail: {
        import_id: id,
        changes: {
          from_date: { from: null, to: from_date },
          monthly_pay: { from: textOf(former.get(key)), to: textOf(present.get(key)) },
        },
      },
    })),
  );
}

function textOf(rate: ImportedRate | undefined): string | null {
  return rate === undefined ? null : printMoney(kobo(rate.monthly_pay));
}
