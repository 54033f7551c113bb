import type { addBranch, branch, listBranches } from "@kontor/contract/branches";
import type { InputOf } from "@kontor/contract/endpoint";
import { stateWithId } from "@kontor/contract/reference/nigeria";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../platform/audit.ts";
import { sqlState } from "../platform/database/database.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import type { Page } from "../platform/http/api-response.ts";
import { enterOrganization, organizationAt } from "../platform/organization/organization.ts";
import { checkPlace } from "../platform/organization/place.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

export type Branch = z.output<typeof branch>;
type Row = Omit<Branch, "state" | "local_government">;
type Sort = NonNullable<InputOf<typeof listBranches>["sort"]>;

const uniqueViolation = "23505";

const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`lower(b.name), b.id`,
  "-name": sql`lower(b.name) desc, b.id desc`,
  code: sql`lower(b.code), b.id`,
  "-code": sql`lower(b.code) desc, b.id desc`,
  created_at: sql`b.created_at, b.id`,
  "-created_at": sql`b.created_at desc, b.id desc`,
};

const columns = sql`b.id, b.tenant_id, b.company_id, b.name, b.code, b.address, b.state_id,
  b.local_government_id, b.created_at`;

/** The branches of an organization, by name unless sorted. @throws Refusal `not_found` */
export async function branchesList(
  context: Context,
  input: InputOf<typeof listBranches>,
): Promise<Page<Branch>> {
  const { tenant_id, company_id } = await organizationAt(context, input);
  const like = `%${(input.search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const filter = sql`b.tenant_id = ${tenant_id} and b.company_id = ${company_id}
    and (b.name ilike ${like} or b.code ilike ${like} or b.address ilike ${like})`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from branches b where ${filter}`.execute(context.tx);
  const { rows } = await sql<Row>`
    select ${columns} from branches b where ${filter}
    order by ${orders[input.sort ?? "name"]}
    limit ${input.per_page} offset ${(input.page - 1) * input.per_page}`.execute(context.tx);
  return { total: exactlyOne(counted.rows).total, rows: rows.map(withNames) };
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
  const state = row.state_id === null ? undefined : stateWithId(row.state_id);
  const local = state?.local_governments.find(({ id }) => id === row.local_government_id);
  return { ...row, state: state?.name ?? null, local_government: local?.name ?? null };
}
