import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { listRepaymentLedgers } from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";

import { atMostOne } from "../../platform/database/rows.ts";
import { organizationAt } from "../../platform/organization/organization.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { advanceAt } from "../records/advance.ts";

/** The condition that money of a repayment may come into `ledgers l` of `groups g`: assets that people post to. */
const receives = sql`g.class = '01' and not l.control`;

/** Ledgers that are offered for a repayment; who has more of them writes the entry in the books. */
const most = 200;

/**
 * The ledgers into which the money of a repayment may have come: Bank clearing first, then those of its group,
 * then other assets. One with sub-ledgers takes no postings.
 *
 * @throws Refusal `not_found`
 */
export async function repaymentLedgers(
  context: Context,
  input: InputOf<typeof listRepaymentLedgers>,
): Promise<DataOf<typeof listRepaymentLedgers>> {
  await organizationAt(context, input);
  const { tenant_id } = await advanceAt(context.tx, input);
  const { rows } = await sql<DataOf<typeof listRepaymentLedgers>[number]>`
    select l.id, l.code, l.name from ledgers l
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    left join ledgers bank on bank.tenant_id = l.tenant_id and bank.purpose = 'bank_clearing'
    where l.tenant_id = ${tenant_id} and ${receives} and not exists (
      select from ledgers s where s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id)
    order by l.id is distinct from bank.id, l.group_id is distinct from bank.group_id, l.code
    limit ${most}`.execute(context.tx);
  return rows;
}

/** Whether money of a repayment may come into a ledger. @throws Refusal `repayment_ledger`, `not_found` */
export async function checkCashLedger(tx: Tx, tenantId: number, id: number): Promise<void> {
  const { rows } = await sql<{ cash: boolean }>`
    select ${receives} as cash from ledgers l
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    where l.tenant_id = ${tenantId} and l.id = ${id}`.execute(tx);
  const ledger = atMostOne(rows);
  if (ledger === undefined) throw Refusal.at("ledger_id", "not_found", { what: "The ledger" });
  if (!ledger.cash) throw Refusal.at("ledger_id", "repayment_ledger");
}
