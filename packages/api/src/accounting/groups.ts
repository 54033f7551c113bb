import { formatLedgerCode, type AccountClass } from "@kontor/books/account-code";
import { fromSigned } from "@kontor/books/side";
import type { ledgerChoice } from "@kontor/contract/accounting";
import type {
  group,
  listGroupLedgers,
  listGroups,
  nextLedgerCode,
} from "@kontor/contract/accounting-groups";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { notFound } from "../platform/failure.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";
import type { Page } from "../platform/serve.ts";

type Group = z.output<typeof group>;
type LedgerChoice = z.output<typeof ledgerChoice>;

/** The groups of one organization or all, in the order of their codes. */
export async function groups(
  context: Context,
  input: InputOf<typeof listGroups>,
): Promise<Page<Group>> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const { rows } = await sql<Group>`
    select g.id, g.tenant_id, t.name as organization_name, g.code, g.name, g.class, g.seeded,
      not g.seeded and held.count = 0 as control_group_delete, held.count as ledgers_count, g.version
    from groups g join tenants t on t.id = g.tenant_id
    cross join lateral (
      select count(*)::int from ledgers l where l.tenant_id = g.tenant_id and l.group_id = g.id) held
    where ${tenantId}::bigint is null or g.tenant_id = ${tenantId}
    order by g.tenant_id, g.class, g.sequence`.execute(context.tx);
  return { total: rows.length, rows };
}

type GroupHead = {
  id: number;
  tenant_id: number;
  code: string;
  class: AccountClass;
  ledger_sequence: number;
};

/** One group that the caller may see. @throws Failure `not_found` */
export async function findGroup(context: Context, id: number): Promise<GroupHead> {
  const own = tenantFilter(context, undefined);
  const { rows } = await sql<GroupHead>`
    select id, tenant_id, code, class, ledger_sequence from groups
    where id = ${id} and (${own}::bigint is null or tenant_id = ${own})`.execute(context.tx);
  const row = rows[0];
  if (row === undefined) throw notFound("The group");
  return row;
}

/** The code that the group's next ledger would get now. */
export async function previewLedgerCode(
  context: Context,
  input: InputOf<typeof nextLedgerCode>,
): Promise<{ code: string }> {
  const found = await findGroup(context, input.id);
  return { code: formatLedgerCode(found.code, found.ledger_sequence + 1) };
}

/** The ledgers of a group that stand on their own, hence may become a parent. */
export async function ledgersOfGroup(
  context: Context,
  input: InputOf<typeof listGroupLedgers>,
): Promise<Page<LedgerChoice>> {
  const found = await findGroup(context, input.id);
  const { rows } = await sql<
    Omit<LedgerChoice, "cl_balance" | "cl_balance_dc"> & { balance: bigint }
  >`
    select l.id, l.tenant_id, t.name as organization_name, l.group_id, l.code, l.name, l.balance
    from ledgers l join tenants t on t.id = l.tenant_id
    where l.tenant_id = ${found.tenant_id} and l.group_id = ${found.id} and l.parent_ledger_id is null
    order by l.sequence`.execute(context.tx);
  const choices = rows.map(({ balance, ...row }) => {
    const { amount, side } = fromSigned(balance);
    return { ...row, cl_balance: amount, cl_balance_dc: side };
  });
  return { total: choices.length, rows: choices };
}
