import type { InputOf } from "@kontor/contract/endpoint";
import type {
  listOrganizations,
  organizationListItem,
} from "@kontor/contract/organizations/organizations";
import { initialsOf } from "@kontor/contract/words";
import { sql } from "kysely";
import type { z } from "zod";

import { moduleEnabledCondition } from "../modules/module-gate.ts";
import {
  allConditions,
  likePattern,
  tenantCondition,
  optionalCondition,
} from "../platform/database/conditions.ts";
import { withCachedPlan } from "../platform/database/limited-client.ts";
import { limitOffset, sortOrders, type Page } from "../platform/database/list.ts";
import { atLeastOne } from "../platform/database/rows.ts";
import { fileUrl } from "../platform/files/files.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";

type ListItem = z.output<typeof organizationListItem>;
type Row = Omit<ListItem, "initials" | "logo"> & { avatar_key: string | null };

/** Each order has an index, used forwards or backwards. */
const orderBy = sortOrders({
  code: [sql`t.code`],
  name: [sql`lower(t.name)`, sql`t.id`],
  created_at: [sql`t.created_at`, sql`t.id`],
  status: [sql`t.status`, sql`lower(t.name)`, sql`t.id`],
});

/**
 * The organizations that the caller may see, by default newest first. A search matches its text
 * anywhere in name, code or email, ignoring case.
 *
 * @throws Refusal `not_found` for another organization than the caller's own.
 */
export async function organizationsList(
  context: Context,
  input: InputOf<typeof listOrganizations>,
): Promise<Page<ListItem>> {
  const search = input.search || undefined;
  const ofOne = tenantCondition(sql`t.id`, tenantFilter(context, input.tenant_id));
  const filter = allConditions([
    ofOne,
    optionalCondition(search, () => sql`t.id = any (array(select id from matching))`),
  ]);
  const order = orderBy(input.sort ?? "-created_at");
  // The page is cut from the directory before its companies are joined. The order is repeated for
  // the rows of the page, because a join guarantees none. The results of a search, restricted to
  // the scope, are counted and listed from one lookup.
  const matching =
    search === undefined
      ? sql``
      : sql`with matching as materialized (select tenants_matching(lower(${likePattern(search)})) as id)`;
  const page = sql<{ total: number } & (Row | { [Column in keyof Row]: null })>`
    ${matching}
    select counted.total, t.tenant_id, t.company_id, t.code, t.name, t.email, t.status, t.created_at,
      t.avatar_key, t.brand_color, not ${moduleEnabledCondition("accounting", sql`t.tenant_id`)} as accounting_off
    from (select count(*)::int as total from ${search === undefined ? sql`tenants` : sql`matching`} t where ${ofOne}) counted
    left join (
      select page.*, c.tenant_id, c.id as company_id, c.avatar_key, c.brand_color
      from (
        select t.id, t.code, t.name, t.email, t.status, t.created_at from tenants t where ${filter}
        order by ${order} ${limitOffset(input)}
      ) page join companies c on c.tenant_id = page.id
    ) t on true
    order by ${order}`;
  // The best plan of a search depends on its text.
  const { rows } = await (search ? page : withCachedPlan(page)).execute(context.tx);
  return {
    total: atLeastOne(rows).total,
    rows: rows.flatMap((row) => (row.tenant_id === null ? [] : [listItem(row)])),
  };
}

function listItem({ total: _total, avatar_key, ...row }: Row & { total: number }): ListItem {
  return { ...row, logo: fileUrl(avatar_key), initials: initialsOf(row.name) };
}
