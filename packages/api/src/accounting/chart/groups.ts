import {
  cashFlowsOf,
  formatGroupCode,
  formatLedgerCode,
  type AccountClass,
  type CashFlow,
} from "@kontor/books/account-code";
import { fromSigned } from "@kontor/books/side";
import type { ledgerChoice } from "@kontor/contract/accounting/accounts";
import type {
  addGroup,
  deleteGroup,
  getGroup,
  group,
  listGroupLedgers,
  listGroups,
  nextLedgerCode,
  updateGroup,
} from "@kontor/contract/accounting/groups";
import type { InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import {
  allConditions,
  anyColumnContains,
  tenantCondition,
} from "../../platform/database/conditions.ts";
import { countOf, limitOffset, pageOf, type Page } from "../../platform/database/list.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { organizationName } from "../../platform/organization/organization.ts";
import { Refusal, notFound } from "../../platform/refusal.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { booksFilter, booksTenant } from "../books-tenant.ts";
import { movementsAfter } from "./movements-after.ts";

type Group = z.output<typeof group>;
type LedgerChoice = z.output<typeof ledgerChoice>;

/**
 * The columns of a group on screens, including whether it may be deleted, so that no screen has to
 * decide that.
 */
const groupColumns = sql`
  g.id, g.tenant_id, t.name as organization_name, g.code, g.name, g.class, g.seeded,
  not g.seeded and held.count = 0 as control_group_delete, g.cash_flow, held.funding as holds_funding,
  held.count as ledgers_count, g.version`;

/** The given groups with their organizations and their number of ledgers. */
function groupsFrom(chosen: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${chosen} g join tenants t on t.id = g.tenant_id
    cross join lateral (
      select count(*)::int as count, coalesce(bool_or(l.purpose = 'funding_account'), false) as funding
      from ledgers l where l.tenant_id = g.tenant_id and l.group_id = g.id) held`;
}

/** The groups of one organization or of all, in the order of their codes. */
export async function groups(
  context: Context,
  input: InputOf<typeof listGroups>,
): Promise<Page<Group>> {
  const tenantId = await booksFilter(context, input.tenant_id);
  const filter = allConditions([
    tenantCondition(sql`g.tenant_id`, tenantId),
    anyColumnContains([sql`g.name`, sql`g.code`], input.search),
  ]);
  const total = await countOf(
    context.tx,
    sql`select count(*)::int as total from groups g where ${filter}`,
  );
  const page = sql`(
    select g.* from groups g where ${filter}
    order by g.tenant_id, g.class, g.sequence ${limitOffset(input)})`;
  const { rows } = await sql<Group>`
    select ${groupColumns} from ${groupsFrom(page)}
    order by g.tenant_id, g.class, g.sequence`.execute(context.tx);
  return { total, rows };
}

/** One group. @throws Refusal `not_found` */
export async function findGroup(context: Context, input: InputOf<typeof getGroup>): Promise<Group> {
  return groupById(context, await booksTenant(context, input.tenant_id), input.id);
}

async function groupById(context: Context, tenantId: number, id: number): Promise<Group> {
  const chosen = sql`(select * from groups where tenant_id = ${tenantId} and id = ${id})`;
  const { rows } = await sql<Group>`select ${groupColumns} from ${groupsFrom(chosen)}`.execute(
    context.tx,
  );
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The group");
  return row;
}

/**
 * Adds a group with the sequence after the last one ever used in its class.
 *
 * @throws Refusal `organization_required` at `tenant_id` when the caller may enter several
 * organizations and names none, `cash_flow_of_class` at `cash_flow`, and `not_found` for an unknown
 * organization.
 */
export async function addGroupToClass(
  context: Context,
  input: InputOf<typeof addGroup>,
): Promise<Group> {
  const tenantId = await booksTenant(context, input.tenant_id);
  const { cash_flow = cashFlowsOf(input.class)[0] } = input;
  requireAllowedCashFlow(input.class, cash_flow);
  await organizationName(context.tx, tenantId);
  await enterTenant(context, tenantId);
  const allotted = await sql<{ last_sequence: number }>`
    insert into group_counters as c (tenant_id, class, last_sequence) values (${tenantId}, ${input.class}, 1)
    on conflict (tenant_id, class) do update set last_sequence = c.last_sequence + 1
    returning last_sequence`.execute(context.tx);
  const sequence = exactlyOne(allotted.rows).last_sequence;
  const code = formatGroupCode(input.class, sequence);
  const { rows } = await sql<{ id: number }>`
    insert into groups (tenant_id, code, name, class, cash_flow, cash_flow_chosen, sequence, created_at)
    values (${tenantId}, ${code}, ${input.name}, ${input.class}, ${cash_flow}, ${input.cash_flow !== undefined},
      ${sequence}, ${context.clock.now()})
    returning id`.execute(context.tx);
  const id = exactlyOne(rows).id;
  await audit(context, tenantId, "group.added", `group:${id}`, {
    code,
    name: input.name,
    cash_flow,
  });
  return groupById(context, tenantId, id);
}

/** Incomes, expenses and equity are never cash. @throws Refusal `cash_flow_of_class` */
function requireAllowedCashFlow(accountClass: AccountClass, cashFlow: CashFlow): void {
  if (!cashFlowsOf(accountClass).includes(cashFlow)) {
    throw Refusal.at("cash_flow", "cash_flow_of_class");
  }
}

/**
 * Renames a group, and changes its category in the statement of cash flows.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`; at `cash_flow`: `cash_flow_of_class`, and
 *   `cash_flow_of_funding` for the group of the Funding account.
 */
export async function changeGroup(
  context: Context,
  input: InputOf<typeof updateGroup>,
): Promise<Group> {
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const before = await lockGroup(context, tenantId, input.id);
  if (input.version !== undefined && input.version !== before.version) {
    throw new Refusal("changed_meanwhile");
  }
  const { name, cash_flow = before.cash_flow } = input;
  if (cash_flow !== before.cash_flow) {
    requireAllowedCashFlow(before.class, cash_flow);
    if (before.holds_funding) throw Refusal.at("cash_flow", "cash_flow_of_funding");
  }
  await sql`
    update groups set name = ${name}, cash_flow = ${cash_flow},
      cash_flow_chosen = cash_flow_chosen or ${input.cash_flow !== undefined}, version = version + 1
    where tenant_id = ${tenantId} and id = ${input.id}`.execute(context.tx);
  const renamed = { name: { from: before.name, to: name } };
  if (cash_flow === before.cash_flow) {
    await audit(context, tenantId, "group.renamed", `group:${input.id}`, renamed);
  } else {
    await audit(context, tenantId, "group.changed", `group:${input.id}`, {
      ...(name !== before.name && renamed),
      cash_flow: { from: before.cash_flow, to: cash_flow },
    });
  }
  return groupById(context, tenantId, input.id);
}

type LockedGroup = {
  code: string;
  name: string;
  class: AccountClass;
  cash_flow: CashFlow;
  holds_funding: boolean;
  seeded: boolean;
  version: number;
};

/** Locks a group against changes, deletion and new ledgers. @throws Refusal `not_found` */
async function lockGroup(context: Context, tenantId: number, id: number): Promise<LockedGroup> {
  const { rows } = await sql<LockedGroup>`
    select g.code, g.name, g.class, g.cash_flow, g.seeded, g.version, exists (
      select from ledgers l
      where l.tenant_id = ${tenantId} and l.group_id = g.id and l.purpose = 'funding_account') as holds_funding
    from groups g where g.tenant_id = ${tenantId} and g.id = ${id} for update`.execute(context.tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The group");
  return row;
}

/**
 * Deletes a group without ledgers. The row that the screen showed may be outdated, so this is
 * checked again with the group locked, when no ledger can be added.
 *
 * @throws Refusal `not_found`, `in_use` when it has ledgers, `group_is_standard` for a group of the
 * standard chart.
 */
export async function removeGroup(
  context: Context,
  input: InputOf<typeof deleteGroup>,
): Promise<{ done: true }> {
  if (input.group_id !== undefined && input.group_id !== input.id) {
    throw Refusal.at("group_id", "field_locked", { field: "The id" });
  }
  const tenantId = await booksTenant(context, input.tenant_id);
  await enterTenant(context, tenantId);
  const { code, name, seeded } = await lockGroup(context, tenantId, input.id);
  const ledgers = await sql`
    select from ledgers where tenant_id = ${tenantId} and group_id = ${input.id} limit 1`.execute(
    context.tx,
  );
  const what = `Group ${code} ${name}`;
  if (ledgers.rows.length > 0) throw new Refusal("in_use", { what });
  if (seeded) throw new Refusal("group_is_standard", { what });
  await sql`delete from groups where tenant_id = ${tenantId} and id = ${input.id}`.execute(
    context.tx,
  );
  await audit(context, tenantId, "group.deleted", `group:${input.id}`, { code, name });
  return { done: true };
}

/**
 * A group with its code and the last sequence number allotted to a ledger. @throws Refusal
 * `not_found`
 */
async function groupNumbering(
  context: Context,
  { id, tenant_id }: { id: number; tenant_id?: number | undefined },
): Promise<{ tenantId: number; code: string; ledger_sequence: number }> {
  const tenantId = await booksTenant(context, tenant_id);
  const { rows } = await sql<{ code: string; ledger_sequence: number }>`
    select code, ledger_sequence from groups where tenant_id = ${tenantId} and id = ${id}`.execute(
    context.tx,
  );
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The group");
  return { tenantId, ...row };
}

/** The code that the group's next ledger would get. @throws Refusal `not_found` */
export async function previewLedgerCode(
  context: Context,
  input: InputOf<typeof nextLedgerCode>,
): Promise<{ code: string }> {
  const { code, ledger_sequence } = await groupNumbering(context, input);
  return { code: formatLedgerCode(code, ledger_sequence + 1) };
}

/**
 * The ledgers of a group that may become a parent: those that are not sub-ledgers and that the
 * system does not post to.
 */
export async function ledgersOfGroup(
  context: Context,
  input: InputOf<typeof listGroupLedgers>,
): Promise<Page<LedgerChoice>> {
  const { tenantId } = await groupNumbering(context, input);
  const filter = sql`
    l.tenant_id = ${tenantId} and l.group_id = ${input.id} and l.parent_ledger_id is null
    and l.purpose is null and ${anyColumnContains([sql`l.name`, sql`l.code`], input.search)}`;
  return pageOf(context.tx, input, {
    count: sql`select count(*)::int as total from ledgers l where ${filter}`,
    select: sql<LedgerChoiceRow>`
      select l.id, l.tenant_id, t.name as organization_name, l.group_id, l.code, l.name,
        l.balance - ${movementsAfter(sql`l`, context.clock.today())} as balance
      from ledgers l join tenants t on t.id = l.tenant_id
      where ${filter}
      order by l.sequence`,
    present: presentLedgerChoice,
  });
}

/** A choice as the database returns it; balance as of today in kobo, debit positive. */
export type LedgerChoiceRow = Omit<LedgerChoice, "cl_balance" | "cl_balance_dc"> & {
  balance: bigint;
};

/** A ledger to choose from, its closing balance as an amount in kobo and a side. */
export function presentLedgerChoice({ balance, ...row }: LedgerChoiceRow): LedgerChoice {
  const { amount, side } = fromSigned(balance);
  return { ...row, cl_balance: amount, cl_balance_dc: side };
}
