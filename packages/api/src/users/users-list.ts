import type { InputOf } from "@kontor/contract/endpoint";
import type { Role } from "@kontor/contract/reference/roles";
import type { listPlatformUsers, userItem, UserStatus } from "@kontor/contract/users/users";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import {
  allConditions,
  anyColumnContains,
  optionalCondition,
} from "../platform/database/conditions.ts";
import { countOf, limitOffset, type Page } from "../platform/database/list.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { fileUrl } from "../platform/files/files.ts";
import { notFound } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { ownerCondition, ownerOf, type OwnerInput } from "./owner.ts";

export type UserItem = z.output<typeof userItem>;
type ListInput = InputOf<typeof listPlatformUsers>;
type Sort = NonNullable<ListInput["sort"]>;

/** The filters of a list of users. */
export type UserFilter = Pick<ListInput, "search" | "role" | "status" | "sort">;

const status = sql`case when u.deactivated then 'DEACTIVATED'
  when u.password_hash is null then 'INVITED' else 'ACTIVE' end`;

const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  name: sql`lower(u.name), u.id`,
  "-name": sql`lower(u.name) desc, u.id desc`,
  email: sql`u.email`,
  "-email": sql`u.email desc`,
  status: sql`status, lower(u.name), u.id`,
  "-status": sql`status desc, lower(u.name) desc, u.id desc`,
  roles: sql`u.roles, lower(u.name), u.id`,
  "-roles": sql`u.roles desc, lower(u.name) desc, u.id desc`,
  second_factor: sql`second_factor, lower(u.name), u.id`,
  "-second_factor": sql`second_factor desc, lower(u.name) desc, u.id desc`,
  last_signed_in_at: sql`u.last_signed_in_at nulls first, u.id`,
  "-last_signed_in_at": sql`u.last_signed_in_at desc nulls last, u.id desc`,
  created_at: sql`u.created_at, u.id`,
  "-created_at": sql`u.created_at desc, u.id desc`,
};

/**
 * The users of the platform or of an organization, by default in order of name. @throws Refusal
 * `not_found`
 */
export async function usersList(
  context: Context,
  input: ListInput & OwnerInput,
): Promise<Page<UserItem>> {
  const matches = userFilter(await ownerOf(context, input), input);
  const counted = await countUsers(context.tx, matches);
  const { rows } = await sql<UserRow>`
    ${selectUsers(matches)} order by ${orderOf(input.sort)}
    ${limitOffset(input)}`.execute(context.tx);
  return { total: counted, rows: rows.map(presentUser) };
}

/** One user of the platform or of an organization. @throws Refusal `not_found` */
export async function userAt(
  context: Context,
  input: OwnerInput & { id: number },
): Promise<UserItem> {
  return oneUser(context.tx, await ownerOf(context, input), input.id);
}

/** A user of a known owner. @throws Refusal `not_found` */
export async function oneUser(tx: Tx, tenantId: number | null, id: number): Promise<UserItem> {
  const { rows } = await sql<UserRow>`
    ${selectUsers(sql`${ownerCondition(tenantId)} and u.id = ${id}`)}`.execute(tx);
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The user");
  return presentUser(row);
}

export type UserRow = Omit<UserItem, "profile_photo"> & { photo_key: string | null };

/** Selects a list of users, without an order. @param matches a condition on `users u` */
export function selectUsers(matches: RawBuilder<unknown>): RawBuilder<UserRow> {
  return sql`
    select u.id, u.name, u.email, u.profile_photo as photo_key, u.roles, ${status} as status,
      u.last_signed_in_at, u.created_at, u.version,
      exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null
      ) as second_factor,
      case when u.password_hash is null then
        (select i.expires_at from invitations i where i.user_id = u.id) end as invitation_expires_at
    from users u where ${matches}`;
}

/** The order of `users u` for a sort; by default by name. */
export function orderOf(sort: Sort | undefined): RawBuilder<unknown> {
  return orders[sort ?? "name"];
}

/** The number of `users u` that match a condition of {@link userFilter}. */
export function countUsers(tx: Tx, matches: RawBuilder<unknown>): Promise<number> {
  return countOf(tx, sql`select count(*)::int as total from users u where ${matches}`);
}

/** The condition of the filters on `users u`. */
export function userFilter(tenantId: number | null, filter: UserFilter): RawBuilder<unknown> {
  return allConditions([
    ownerCondition(tenantId),
    anyColumnContains([sql`u.name`, sql`u.email`], filter.search),
    optionalCondition(filter.role, hasRole),
    optionalCondition(filter.status, isOfStatus),
  ]);
}

function hasRole(role: Role): RawBuilder<unknown> {
  return sql`${role} = any (u.roles)`;
}

function isOfStatus(value: UserStatus): RawBuilder<unknown> {
  return sql`${status} = ${value}`;
}

/** A user as a row of the list, with the address of the photo. */
export function presentUser({ photo_key, ...row }: UserRow): UserItem {
  return { ...row, profile_photo: fileUrl(photo_key) };
}
