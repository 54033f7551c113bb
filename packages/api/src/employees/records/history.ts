import type { employeeEvent, listEmployeeHistory } from "@kontor/contract/employees/employees";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import type { Page } from "../../platform/database/list.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt } from "./employee.ts";
import { maySeePay } from "./pay.ts";

type Event = z.output<typeof employeeEvent>;
type Row = Omit<Event, "changes"> & { detail: { changes?: unknown } };

/**
 * The changes of an employee, latest first; changes of pay only for users who may see it. @throws
 * Refusal `not_found`
 */
export async function employeeHistory(
  context: Context,
  input: InputOf<typeof listEmployeeHistory>,
): Promise<Page<Event>> {
  const { row } = await employeeRowAt(context, input);
  const hidden = maySeePay(context) ? sql`` : sql`and l.action not like 'employee.pay-%'`;
  const matches = sql`l.tenant_id = ${row.tenant_id} and l.subject = ${`employee:${row.id}`} ${hidden}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from audit_log l where ${matches}`.execute(context.tx);
  const { rows } = await sql<Row>`
    select l.id, l.action, u.name as actor, l.recorded_at, l.detail
    from audit_log l left join users u on u.id = l.actor_id
    where ${matches} order by l.id desc
    limit ${input.per_page} offset ${(input.page - 1) * input.per_page}`.execute(context.tx);
  return {
    total: exactlyOne(counted.rows).total,
    rows: rows.map(({ detail, ...event }) => ({ ...event, changes: changesOf(detail.changes) })),
  };
}

/**
 * The changes of an audit entry by field, with the values before and after, or "changed" for long
 * texts.
 */
function changesOf(stored: unknown): Event["changes"] {
  if (typeof stored !== "object" || stored === null) return [];
  return Object.entries(stored).map(([field, change]: [string, unknown]) => {
    const { from, to } = (typeof change === "object" && change !== null ? change : {}) as {
      from?: unknown;
      to?: unknown;
    };
    return { field, from: textOf(from), to: textOf(to) };
  });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
