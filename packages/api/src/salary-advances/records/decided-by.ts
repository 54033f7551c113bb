import { sql } from "kysely";

import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import type { AdvanceRow } from "./advance.ts";

/**
 * Who decided an advance and when; `system` means the rule for automatic approval. The advance must
 * be decided.
 */
export async function decidedBy(
  tx: Tx,
  row: Pick<AdvanceRow, "decided_as" | "decided_by" | "decided_at" | "tenant_id" | "employee_id">,
): Promise<{ by: string; at: Date }> {
  if (row.decided_at === null) throw new Error("nobody has decided this advance");
  const at = row.decided_at;
  if (row.decided_as === "SYSTEM") return { by: "system", at };
  const by =
    row.decided_as === "EMPLOYEE"
      ? await employeeName(tx, row)
      : await userName(tx, row.decided_by ?? 0);
  return { by, at };
}

/** The name of a user. */
export async function userName(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${id}`.execute(tx);
  return exactlyOne(rows).name;
}

/** The name of the employee of an advance. */
export async function employeeName(
  tx: Tx,
  { tenant_id, employee_id }: Pick<AdvanceRow, "tenant_id" | "employee_id">,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from employees
    where tenant_id = ${tenant_id} and id = ${employee_id}`.execute(tx);
  return exactlyOne(rows).name;
}
