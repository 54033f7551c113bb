import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import * as contract from "@kontor/contract/users/saved-views";
import { sql, type RawBuilder } from "kysely";

import { countOf } from "../platform/database/list.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { notFound, Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

type SavedView = DataOf<typeof contract.changeSavedView>;

const columns = sql`v.id, v.list, v.name, v.search, v.is_default`;

/** The caller's own views of all lists. */
export async function savedViews({ tx, actor }: Context): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns} from saved_views v where v.user_id = ${actor.user_id} order by v.list, lower(v.name)`.execute(
    tx,
  );
  return rows;
}

/**
 * Saves a view; a new default replaces the previous one.
 *
 * @throws Refusal `saved_views_full`; `saved_view_name_taken` at `name`.
 */
export async function addView(
  context: Context,
  input: InputOf<typeof contract.addSavedView>,
): Promise<SavedView> {
  const { tx, actor, clock } = context;
  await lockOwnViews(context);
  const count = await countOf(
    tx,
    sql`select count(*)::int as total from saved_views where user_id = ${actor.user_id} and list = ${input.list}`,
  );
  if (count >= contract.maxSavedViews) {
    throw new Refusal("saved_views_full", { most: String(contract.maxSavedViews) });
  }
  if (input.is_default) await clearDefault(context, sql`${input.list}`);
  const { rows } = await sql<SavedView>`
    insert into saved_views as v (user_id, tenant_id, list, name, search, is_default, created_at)
    values (${actor.user_id}, ${actor.tenant_id ?? 0}, ${input.list}, ${input.name},
      ${JSON.stringify(input.search)}::jsonb, ${input.is_default}, ${clock.now()})
    on conflict (user_id, list, lower(name)) do nothing
    returning ${columns}`.execute(tx);
  const added = atMostOne(rows);
  if (added === undefined) throw taken(input.name);
  return added;
}

/** @throws Refusal `not_found`; `saved_view_name_taken` at `name`. */
export async function changeView(
  context: Context,
  input: InputOf<typeof contract.changeSavedView>,
): Promise<SavedView> {
  const { tx, actor } = context;
  await lockOwnViews(context);
  const own = sql`v.user_id = ${actor.user_id}`;
  const { rows: others } = await sql`
    select from saved_views o join saved_views v on v.user_id = o.user_id and v.list = o.list
    where ${own} and v.id = ${input.id} and o.id <> v.id and lower(o.name) = lower(${input.name})`.execute(
    tx,
  );
  if (others.length > 0) throw taken(input.name);
  if (input.is_default) {
    await clearDefault(context, sql`(select list from saved_views where id = ${input.id})`);
  }
  const { rows } = await sql<SavedView>`
    update saved_views v set name = ${input.name}, is_default = ${input.is_default}
    where ${own} and v.id = ${input.id} returning ${columns}`.execute(tx);
  const changed = atMostOne(rows);
  if (changed === undefined) throw notFound("The view");
  return changed;
}

/** @throws Refusal `not_found` */
export async function deleteView(
  { tx, actor }: Context,
  { id }: InputOf<typeof contract.deleteSavedView>,
): Promise<DataOf<typeof contract.deleteSavedView>> {
  const { rows } = await sql`
    delete from saved_views where user_id = ${actor.user_id} and id = ${id} returning id`.execute(
    tx,
  );
  if (rows.length === 0) throw notFound("The view");
  return { done: true };
}

/**
 * Changes of a user's views are serialized, because names, the default and the limit concern all of
 * them.
 */
async function lockOwnViews({ tx, actor }: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_views ${actor.user_id}`}, 0))`.execute(
    tx,
  );
}

async function clearDefault({ tx, actor }: Context, list: RawBuilder<unknown>): Promise<void> {
  await sql`
    update saved_views set is_default = false
    where user_id = ${actor.user_id} and list = ${list} and is_default`.execute(tx);
}

function taken(name: string): Refusal {
  return Refusal.at("name", "saved_view_name_taken", { name });
}
