import type { InputOf } from "@kontor/contract/endpoint";
import type { addBranch, branch, listBranches } from "@kontor/contract/organizations/branches";
import { nigerianStates, stateById } from "@kontor/contract/reference/nigeria";
import { sql } from "kysely";
import type { z } from "zod";

import { audit } from "../platform/audit.ts";
import { allConditions, anyColumnContains } from "../platform/database/conditions.ts";
import { sqlState, uniqueViolation } from "../platform/database/database.ts";
import { sortOrders, pageOf, type Page } from "../platform/database/list.ts";
import { enterOrganization, organizationAt } from "../platform/organization/organization.ts";
import { checkPlace } from "../platform/organization/place.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

export type Branch = z.output<typeof branch>;
type Row = Omit<Branch, "state" | "local_government">;

/** By name, like the states whose local governments can be chosen. */
const states = nigerianStates.map(({ id }) => id);
const locals = nigerianStates
  .flatMap(({ local_governments }) => local_governments)
  .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
  .map(({ id }) => id);

const orderBy = sortOrders(
  {
    name: [sql`lower(b.name)`],
    code: [sql`lower(b.code)`],
    address: [sql`lower(b.address)`],
    state: [sql`array_position(${sql.val(states)}::int[], b.state_id::int)`, sql`lower(b.name)`],
    local_government: [
      sql`array_position(${sql.val(locals)}::int[], b.local_government_id::int)`,
      sql`lower(b.name)`,
    ],
    created_at: [sql`b.created_at`],
  },
  [sql`b.id`],
);

const columns = sql`b.id, b.tenant_id, b.company_id, b.name, b.code, b.address, b.state_id,
  b.local_government_id, b.created_at`;

/** The branches of an organization, by default in order of name. @throws Refusal `not_found` */
export async function branchesList(
  context: Context,
  input: InputOf<typeof listBranches>,
): Promise<Page<Branch>> {
  const { tenant_id, company_id } = await organizationAt(context, input);
  const filter = allConditions([
    sql`b.tenant_id = ${tenant_id} and b.company_id = ${company_id}`,
    anyColumnContains([sql`b.name`, sql`b.code`, sql`b.address`], input.search),
  ]);
  return pageOf(context.tx, input, {
    count: sql`select count(*)::int as total from branches b where ${filter}`,
    select: sql<Row>`
      select ${columns} from branches b where ${filter} order by ${orderBy(input.sort ?? "name")}`,
    present: withNames,
  });
}

/**
 * Adds a branch to an organization.
 *
 * @throws Refusal `not_found`; `branch_code_taken` at the field `code`; `state_unknown` at `state_id`;
 *   `local_government_without_state` or `local_government_elsewhere` at `local_government_id`.
 */
export async function addBranchTo(
  context: Context,
  input: InputOf<typeof addBranch>,
): Promise<Branch> {
  checkPlace(input.state_id ?? null, input.local_government_id ?? null);
  const { tenant_id, company_id } = await enterOrganization(context, input);
  const code = input.code ?? "";
  const { rows } = await sql<Row>`
    insert into branches as b (tenant_id, company_id, name, code, address, state_id, local_government_id, created_at)
    values (${tenant_id}, ${company_id}, ${input.name}, ${code}, ${input.address ?? ""},
      ${input.state_id ?? null}, ${input.local_government_id ?? null}, ${context.clock.now()})
    returning ${columns}`
    .execute(context.tx)
    .catch((error: unknown) => {
      throw sqlState(error) === uniqueViolation
        ? Refusal.at("code", "branch_code_taken", { code })
        : error;
    });
  const [row] = rows;
  if (row === undefined) throw new Error("the new branch gave no row");
  await audit(context, tenant_id, "branch.added", `branch:${row.id}`, { name: row.name, code });
  return withNames(row);
}

/** Adds the names of the reference data. */
function withNames(row: Row): Branch {
  const state = row.state_id === null ? undefined : stateById(row.state_id);
  const local = state?.local_governments.find(({ id }) => id === row.local_government_id);
  return { ...row, state: state?.name ?? null, local_government: local?.name ?? null };
}
