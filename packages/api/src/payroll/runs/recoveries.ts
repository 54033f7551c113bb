import { kobo } from "@kontor/books/money";
import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import type { Recovery } from "../../salary-advances/repayments/recover.ts";
import type { RunRow } from "./row.ts";

/** The recoveries of advances by the payslip lines of a run, without excluded payslips. */
export async function recoveriesOf(
  tx: Tx,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
): Promise<Recovery[]> {
  const { rows } = await sql<Recovery>`
    select s.id as payslip_id, (l.recovery ->> 'advance')::bigint as advance_id,
      (l.recovery ->> 'principal')::bigint as principal, (l.recovery ->> 'interest')::bigint as interest
    from payslips s cross join json_to_recordset(s.lines) as l(recovery json)
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded
      and s.advance_principal + s.advance_interest > 0 and json_typeof(l.recovery) = 'object'
    order by advance_id`.execute(tx);
  return rows
    .map(({ principal, interest, ...row }) => ({
      ...row,
      principal: kobo(principal),
      interest: kobo(interest),
    }))
    .filter(({ principal, interest }) => principal + interest > 0n);
}
