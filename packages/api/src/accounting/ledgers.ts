import { formatLedgerCode } from "@kontor/books/account-code";
import { ZERO } from "@kontor/books/money";
import type { Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type {
  addLedger,
  getLedger,
  ledger,
  ledgerChoice,
  listLedgers,
} from "@kontor/contract/accounting";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql } from "kysely";
import type { z } from "zod";

import { audit } from "../platform/audit.ts";
import { Failure, notFound } from "../platform/failure.ts";
import { enterTenant, tenantFilter, type Context } from "../platform/scope.ts";
import type { Page } from "../platform/serve.ts";
import { findGroup } from "./groups.ts";

export type Ledger = z.output<typeof ledger>;
type LedgerChoice = z.output<typeof ledgerChoice>;

type LedgerRow = Omit<
  Ledger,
  "op_balance" | "cl_balance" | "cl_balance_dc" | "own_balance" | "own_balance_dc"
> & {
  op_balance: Kobo;
  balance: bigint;
  sub_balance: bigint;
};

/** One ledger with its closing balance, which is its own and its sub-ledgers' together. @throws Failure `not_found` */
export async function findLedger(
  context: Context,
  input: Pick<InputOf<typeof getLedger>, "id" | "tenant_id">,
): Promise<Ledger> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const { rows } = await sql<LedgerRow>`
    select l.id, l.tenant_id, t.name as org_name, l.group_id, g.code as group_code, g.name as group_name,
      l.parent_ledger_id, p.name as parent_ledger_name, l.code, l.name, l.op_balance, l.op_balance_dc,
      l.balance, subs.balance as sub_balance, l.notes, subs.count as count_sub_ledgers, l.version, l.created_at
    from ledgers l
    join tenants t on t.id = l.tenant_id
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    left join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
    cross join lateral (
      select count(*)::int as count, coalesce(sum(s.balance), 0) as balance
      from ledgers s where s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id) subs
    where l.id = ${input.id} and (${tenantId}::bigint is null or l.tenant_id = ${tenantId})`.execute(
    context.tx,
  );
  const row = rows[0];
  if (row === undefined) throw notFound("The ledger");
  const { balance, sub_balance, ...rest } = row;
  const own = fromSigned(balance);
  const whole = fromSigned(balance + sub_balance);
  return {
    ...rest,
    cl_balance: whole.amount,
    cl_balance_dc: whole.side,
    own_balance: own.amount,
    own_balance_dc: own.side,
  };
}

/** Ledgers that take postings, hence have no sub-ledgers, found by name or code. */
export async function ledgerChoices(
  context: Context,
  input: InputOf<typeof listLedgers>,
): Promise<Page<LedgerChoice>> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const like = `%${(input.search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<
    Omit<LedgerChoice, "cl_balance" | "cl_balance_dc"> & { balance: bigint; total: number }
  >`
    select l.id, l.tenant_id, t.name as organization_name, l.group_id, l.code, l.name, l.balance,
      count(*) over ()::int as total
    from ledgers l
    join tenants t on t.id = l.tenant_id
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    where (${tenantId}::bigint is null or l.tenant_id = ${tenantId})
      and (l.name ilike ${like} or l.code ilike ${like})
      and not exists (
        select from ledgers s where s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id)
    order by l.tenant_id, g.class, g.sequence, l.sequence
    limit ${input.per_page} offset ${(input.page - 1) * input.per_page}`.execute(context.tx);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ balance, total: _total, ...row }) => {
      const { amount, side } = fromSigned(balance);
      return { ...row, cl_balance: amount, cl_balance_dc: side };
    }),
  };
}

/**
 * Adds a ledger to a group. Its code is allotted here, under the lock of the group's row, so that no
 * two ledgers get the same one.
 *
 * @throws Failure `not_found` for the group or parent, `parent_in_other_group`, `parent_is_sub_ledger`.
 */
export async function addLedgerToGroup(
  context: Context,
  input: InputOf<typeof addLedger>,
): Promise<Ledger> {
  const { tenant_id } = await findGroup(context, input.group_id);
  await enterTenant(context, tenant_id);
  await checkParent(context, tenant_id, input.group_id, input.parent_ledger_id ?? null);
  const allotted = await sql<{ code: string; ledger_sequence: number }>`
    update groups set ledger_sequence = ledger_sequence + 1
    where tenant_id = ${tenant_id} and id = ${input.group_id}
    returning code, ledger_sequence`.execute(context.tx);
  const head = allotted.rows[0];
  if (head === undefined) throw notFound("The group");
  const code = formatLedgerCode(head.code, head.ledger_sequence);
  const { rows } = await sql<{ id: number }>`
    insert into ledgers (tenant_id, group_id, parent_ledger_id, code, sequence, name, notes, created_at)
    values (${tenant_id}, ${input.group_id}, ${input.parent_ledger_id ?? null}, ${code}, ${head.ledger_sequence},
      ${input.name}, ${input.notes ?? ""}, ${context.clock.now()})
    returning id`.execute(context.tx);
  const id = rows[0]?.id ?? 0;
  await openWith(context, tenant_id, id, input.op_balance ?? ZERO, input.op_balance_dc);
  await audit(context, tenant_id, "ledger.added", `ledger:${id}`, {
    code,
    op_balance: String(input.op_balance ?? ZERO),
    op_balance_dc: input.op_balance_dc,
  });
  return findLedger(context, { id, tenant_id });
}

async function openWith(context: Context, tenantId: number, id: number, amount: Kobo, side: Side) {
  await sql`select set_opening_balance(${tenantId}, ${id}, ${amount}, ${side})`.execute(context.tx);
}

async function checkParent(
  context: Context,
  tenantId: number,
  groupId: number,
  parentId: number | null,
): Promise<void> {
  if (parentId === null) return;
  // The lock keeps a posting to the parent from slipping in while it turns into a ledger with sub-ledgers.
  const { rows } = await sql<{ group_id: number; parent_ledger_id: number | null }>`
    select group_id, parent_ledger_id from ledgers
    where tenant_id = ${tenantId} and id = ${parentId} for no key update`.execute(context.tx);
  const parent = rows[0];
  if (parent === undefined) throw notFound("The parent ledger");
  if (parent.group_id !== groupId) throw Failure.at("parent_ledger_id", "parent_in_other_group");
  if (parent.parent_ledger_id !== null)
    throw Failure.at("parent_ledger_id", "parent_is_sub_ledger");
}
