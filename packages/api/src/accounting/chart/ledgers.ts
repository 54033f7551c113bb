import { formatLedgerCode } from "@kontor/books/account-code";
import { rollUp } from "@kontor/books/balance";
import { ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type {
  addLedger,
  getLedger,
  ledger,
  ledgerChoice,
  listLedgers,
  listSubLedgers,
  subLedger,
} from "@kontor/contract/accounting/accounts";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import {
  allConditions,
  anyColumnContains,
  tenantCondition,
} from "../../platform/database/conditions.ts";
import { databaseRefusal } from "../../platform/database/database-refusal.ts";
import { withCachedPlan } from "../../platform/database/limited-client.ts";
import { limitOffset, sortOrders, pageOf, type Page } from "../../platform/database/list.ts";
import { atLeastOne, atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksFilter, booksTenant } from "../books-tenant.ts";
import { isBankLedger } from "./cash-ledgers.ts";
import { presentLedgerChoice, type LedgerChoiceRow } from "./groups.ts";
import { searchRank, ledgersLikeWithTypo, ledgersLike } from "./ledger-search.ts";
import { movementsAfter } from "./movements-after.ts";
import { openingBalance } from "./opening-balance.ts";

export type Ledger = z.output<typeof ledger>;
type LedgerChoice = z.output<typeof ledgerChoice>;
type SubLedger = z.output<typeof subLedger>;

/** A ledger as the database returns it; balances in kobo, debit positive. */
export type LedgerRow = Omit<
  Ledger,
  | "op_balance"
  | "cl_balance"
  | "cl_balance_dc"
  | "own_balance"
  | "own_balance_dc"
  | "after_today"
  | "after_today_dc"
> & {
  op_balance: Kobo;
  balance: bigint;
  sub_balance: bigint;
  /** Movements of the ledger and its sub-ledgers after today; `balance` includes them. */
  later: bigint;
  sub_later: bigint;
};

/** Selects one ledger as a {@link LedgerRow}, with balances as of today. */
export function selectLedger(tenantId: number, id: number, today: string): RawBuilder<LedgerRow> {
  return sql<LedgerRow>`
    select l.id, l.tenant_id, t.name as org_name, l.group_id, g.code as group_code, g.name as group_name,
      l.parent_ledger_id, p.name as parent_ledger_name, l.code, l.name, l.op_balance, l.op_balance_dc,
      l.balance, subs.balance as sub_balance, ${movementsAfter(sql`l`, today)} as later, subs.later as sub_later, l.notes, subs.count as count_sub_ledgers, l.control, ${isBankLedger(tenantId)} as bank, l.version,
      l.created_at
    from ledgers l
    join tenants t on t.id = l.tenant_id
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    left join ledgers p on p.tenant_id = l.tenant_id and p.id = l.parent_ledger_id
    cross join lateral (
      select count(*)::int as count, coalesce(sum(s.balance), 0) as balance,
        coalesce(sum(${movementsAfter(sql`s`, today)}), 0) as later
      from ledgers s where s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id) subs
    where l.tenant_id = ${tenantId} and l.id = ${id}`;
}

/** A ledger with its closing balance as of today, including its sub-ledgers. */
export function presentLedger({
  balance,
  sub_balance,
  later,
  sub_later,
  ...row
}: LedgerRow): Ledger {
  const own = fromSigned(balance - later);
  const whole = rollUp(own, [fromSigned(sub_balance - sub_later)]);
  const after = fromSigned(later + sub_later);
  return {
    ...row,
    cl_balance: whole.amount,
    cl_balance_dc: whole.side,
    own_balance: own.amount,
    own_balance_dc: own.side,
    after_today: after.amount,
    after_today_dc: after.side,
  };
}

/** One ledger. @throws Refusal `not_found` */
export async function findLedger(
  context: Context,
  input: Pick<InputOf<typeof getLedger>, "id" | "tenant_id">,
): Promise<Ledger> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const selected = selectLedger(tenantId, input.id, context.clock.today());
  const { rows } = await withCachedPlan(selected).execute(context.tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The ledger");
  return presentLedger(row);
}

/**
 * Ledgers that accept postings (those without sub-ledgers), searched by words of name or code, of
 * one class or all. Control ledgers, which accept no manual entries, are included only on request.
 * A search lists names that begin with it first, so that "rent" finds Rent before the current
 * account. If nothing matches, names with one typo do.
 */
export async function ledgerChoices(
  context: Context,
  input: InputOf<typeof listLedgers>,
): Promise<Page<LedgerChoice>> {
  const offered = allConditions([
    tenantCondition(sql`l.tenant_id`, await booksFilter(context, input.tenant_id)),
    input.with_control === true ? sql`true` : sql`not l.control`,
    input.class === undefined
      ? sql`true`
      : sql`exists (select from groups c
          where c.tenant_id = l.tenant_id and c.id = l.group_id and c.class = ${input.class})`,
    sql`not exists (
      select from ledgers s where s.tenant_id = l.tenant_id and s.parent_ledger_id = l.id)`,
  ]);
  const found = await ledgerChoicesWhere(
    context,
    allConditions([offered, ledgersLike(input.search)]),
    input,
  );
  const almost = ledgersLikeWithTypo(input.search);
  if (found.total > 0 || almost === null) return found;
  return ledgerChoicesWhere(context, allConditions([offered, almost]), input);
}

/** The choices that match a filter. Page and count come from one pass over the ledgers. */
async function ledgerChoicesWhere(
  context: Context,
  filter: RawBuilder<unknown>,
  input: InputOf<typeof listLedgers>,
): Promise<Page<LedgerChoice>> {
  const first = (input.first ?? "").split(",").filter(Boolean).map(Number);
  const closeness = searchRank(input.search);
  // The rows of the page are numbered in this order before they are joined with their
  // organizations.
  const { rows } = await sql<
    { total: number } & (LedgerChoiceRow | { [Column in keyof LedgerChoiceRow]: null })
  >`
    with found as materialized (
      select l.id, l.tenant_id, l.group_id, l.code, l.name, l.balance, l.sequence, l.search_text
      from ledgers l where ${filter}
    ), page as (
      select *, row_number() over () as place from (
        select l.* from found l join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
        order by
          ${closeness === null ? sql`` : sql`${closeness},`}
          ${first.length === 0 ? sql`` : sql`array_position(${sql.val(first)}::bigint[], l.id),`}
          l.tenant_id, g.class, g.sequence, l.sequence ${limitOffset(input)}) ordered
    )
    select counted.total, page.id, page.tenant_id, t.name as organization_name, page.group_id, page.code, page.name,
      page.balance - ${movementsAfter(sql`page`, context.clock.today())} as balance
    from (select count(*)::int as total from found) counted
    left join (page join tenants t on t.id = page.tenant_id) on true
    order by page.place`.execute(context.tx);
  return {
    total: atLeastOne(rows).total,
    rows: rows.flatMap(({ total: _total, ...row }) =>
      row.id === null ? [] : [presentLedgerChoice(row)],
    ),
  };
}

/** @throws Refusal `not_found` when the tenant has no such ledger. */
export async function requireLedger(context: Context, tenantId: number, id: number): Promise<void> {
  const found = sql`select from ledgers where tenant_id = ${tenantId} and id = ${id}`;
  const { rows } = await withCachedPlan(found).execute(context.tx);
  if (atMostOne(rows) === undefined) throw notFound("The ledger");
}

/** Balances are sorted with debits as positive and credits as negative numbers. */
const subLedgerOrder = sortOrders(
  {
    code: [],
    name: [sql`lower(q.name)`],
    op_balance: [openingBalance(sql`q`)],
    cl_balance: [sql`q.balance - q.later`],
  },
  [sql`q.sequence`],
);

/**
 * The sub-ledgers of a ledger, by default in the order of their codes. @throws Refusal `not_found`
 */
export async function subLedgers(
  context: Context,
  input: InputOf<typeof listSubLedgers>,
): Promise<Page<SubLedger>> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await requireLedger(context, tenantId, input.id);
  const below = sql`ledgers s where s.tenant_id = ${tenantId} and s.parent_ledger_id = ${input.id}
    and ${anyColumnContains([sql`s.name`, sql`s.code`], input.search)}`;
  return pageOf(context.tx, input, {
    count: sql`select count(*)::int as total from ${below}`,
    select: sql<SubLedgerRow>`
      select q.* from (
        select s.id, s.tenant_id, s.group_id, s.parent_ledger_id, s.code, s.name, s.op_balance, s.op_balance_dc,
          s.balance, ${movementsAfter(sql`s`, context.clock.today())} as later, s.sequence
        from ${below}) q
      order by ${subLedgerOrder(input.sort ?? "code")}`,
    present: presentSubLedger,
  });
}

type SubLedgerRow = Omit<
  SubLedger,
  "cl_balance" | "cl_balance_dc" | "after_today" | "after_today_dc"
> & { balance: bigint; later: bigint; sequence: number };

function presentSubLedger({
  balance,
  later,
  sequence: _sequence,
  ...row
}: SubLedgerRow): SubLedger {
  const closed = fromSigned(balance - later);
  const after = fromSigned(later);
  return {
    ...row,
    cl_balance: closed.amount,
    cl_balance_dc: closed.side,
    after_today: after.amount,
    after_today_dc: after.side,
  };
}

/**
 * Adds a ledger to a group. Its code is allotted with the group's row locked, so that no two
 * ledgers get the same one.
 *
 * @throws Refusal `not_found` for the group or parent, and at `parent_ledger_id` as {@link
 * checkParent}.
 */
export async function addLedgerToGroup(
  context: Context,
  input: InputOf<typeof addLedger>,
): Promise<Ledger> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const parentId = input.parent_ledger_id ?? null;
  if (parentId !== null) await checkParent(context, tenantId, input.group_id, parentId);
  const allotted = await sql<{ code: string; ledger_sequence: number }>`
    update groups set ledger_sequence = ledger_sequence + 1
    where tenant_id = ${tenantId} and id = ${input.group_id}
    returning code, ledger_sequence`.execute(context.tx);
  const head = atMostOne(allotted.rows);
  if (head === undefined) throw notFound("The group");
  const code = formatLedgerCode(head.code, head.ledger_sequence);
  const { rows } = await sql<{ id: number }>`
    insert into ledgers (tenant_id, group_id, parent_ledger_id, code, sequence, name, notes, created_at)
    values (${tenantId}, ${input.group_id}, ${parentId}, ${code}, ${head.ledger_sequence},
      ${input.name}, ${input.notes ?? ""}, ${context.clock.now()})
    returning id`.execute(context.tx);
  const id = exactlyOne(rows).id;
  const opening = input.op_balance ?? ZERO;
  await setOpeningBalance(context, { tenantId, id }, opening, input.op_balance_dc);
  await audit(context, tenantId, "ledger.added", `ledger:${id}`, {
    code,
    name: input.name,
    parent_ledger_id: parentId,
    op_balance: String(opening),
    op_balance_dc: input.op_balance_dc,
  });
  return findLedger(context, { id, tenant_id: tenantId });
}

/**
 * Sets the opening balance of a ledger, and changes its balance and every later balance by the
 * difference.
 *
 * @throws Refusal `opening_locked` at `op_balance` while a period of the books is locked.
 */
export async function setOpeningBalance(
  context: Context,
  ledgerKey: { tenantId: number; id: number },
  amount: Kobo,
  side: Side,
): Promise<void> {
  try {
    await sql`select set_opening_balance(${ledgerKey.tenantId}, ${ledgerKey.id}, ${amount}, ${side})`.execute(
      context.tx,
    );
  } catch (error) {
    const refusal = databaseRefusal(error);
    if (refusal?.code !== "opening_locked") throw error;
    const until = formatDate(String(refusal.detail["until"]));
    throw Refusal.at("op_balance", "opening_locked", { until });
  }
}

/**
 * Checks that a ledger may be the parent of another one in the group, and locks it, so that it
 * cannot be posted to while it becomes a ledger with sub-ledgers.
 *
 * @throws Refusal at `parent_ledger_id`: `not_found`, `parent_in_other_group`,
 * `parent_is_sub_ledger`, `parent_is_system_ledger`.
 */
export async function checkParent(
  context: Context,
  tenantId: number,
  groupId: number,
  parentId: number,
): Promise<void> {
  const { rows } = await sql<{
    group_id: number;
    parent_ledger_id: number | null;
    purpose: string | null;
  }>`
    select group_id, parent_ledger_id, purpose from ledgers
    where tenant_id = ${tenantId} and id = ${parentId} for no key update`.execute(context.tx);
  const parent = atMostOne(rows);
  const path = "parent_ledger_id";
  if (parent === undefined) throw Refusal.at(path, "not_found", { what: "The parent ledger" });
  if (parent.group_id !== groupId) throw Refusal.at(path, "parent_in_other_group");
  if (parent.parent_ledger_id !== null) throw Refusal.at(path, "parent_is_sub_ledger");
  if (parent.purpose !== null) throw Refusal.at(path, "parent_is_system_ledger");
}
