import type { InputOf } from "@kontor/contract/endpoint";
import { initialsOf } from "@kontor/contract/format";
import type { listOrganizations, organizationListItem } from "@kontor/contract/organizations";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { atLeastOne } from "../platform/database/rows.ts";
import { fileUrl } from "../platform/files/files.ts";
import type { Page } from "../platform/http/api-response.ts";
import { tenantFilter, type Context } from "../platform/scope.ts";

type ListItem = z.output<typeof organizationListItem>;
type Row = Omit<ListItem, "initials" | "logo"> & { avatar_key: string | null };
type Sort = NonNullable<InputOf<typeof listOrganizations>["sort"]>;

/** Each order is that of an index, forwards or backwards, and ends in something unique. */
const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  code: sql`t.code`,
  "-code": sql`t.code desc`,
  name: sql`lower(t.name), t.id`,
  "-name": sql`lower(t.name) desc, t.id desc`,
  created_at: sql`t.created_at, t.id`,
  "-created_at": sql`t.created_at desc, t.id desc`,
  status: sql`t.status, lower(t.name), t.id`,
  "-status": sql`t.status desc, lower(t.name) desc, t.id desc`,
};

/**
 * The organizations that the caller may see, newest first unless sorted. A search finds its text
 * anywhere in name, code or email, whatever the letter case.
 *
 * @throws Refusal `not_found` for another organization than the caller's own.
 */
export async function organizationsList(
  context: Context,
  input: InputOf<typeof listOrganizations>,
): Promise<Page<ListItem>> {
  const filter = filterOf(tenantFilter(context, input.tenant_id), input.search ?? "");
  const order = orders[input.sort ?? "-created_at"];
  // The page is cut from the directory before its companies are looked up. The order is stated again
  // for the few rows of the page, since a join promises none.
  const { rows } = await sql<{ total: number } & (Row | { [Column in keyof Row]: null })>`
    select counted.total, t.tenant_id, t.company_id, t.code, t.name, t.email, t.status, t.created_at,
      t.avatar_key, t.brand_color
    from (select count(*)::int as total from tenants t where ${filter}) counted
    left join lateral (
      select page.*, c.tenant_id, c.id as company_id, c.avatar_key, c.brand_color
      from (
        select t.id, t.code, t.name, t.email, t.status, t.created_at from tenants t where ${filter}
        order by ${order} limit ${input.per_page} offset ${(input.page - 1) * input.per_page}
      ) page join companies c on c.tenant_id = page.id
    ) t on true
    order by ${order}`.execute(context.tx);
  return {
    total: atLeastOne(rows).total,
    rows: rows.flatMap((row) => (row.tenant_id === null ? [] : [listItem(row)])),
  };
}

function filterOf(own: number | null, search: string): RawBuilder<unknown> {
  const conditions = [
    ...(own === null ? [] : [sql`t.id = ${own}`]),
    ...(search === "" ? [] : [sql`t.search_text like lower(${containing(search)})`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The pattern of texts that contain this one, whose own wildcards mean themselves. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function listItem({ total: _total, avatar_key, ...row }: Row & { total: number }): ListItem {
  return { ...row, logo: fileUrl(avatar_key), initials: initialsOf(row.name) };
}
