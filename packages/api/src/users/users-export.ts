import type { InputOf } from "@kontor/contract/endpoint";
import { fact } from "@kontor/contract/facts";
import { roleTitle } from "@kontor/contract/reference/roles";
import { usersList } from "@kontor/contract/users/list";
import { userStatusTitles, type exportPlatformUsers } from "@kontor/contract/users/users";
import { sql } from "kysely";

import { readByCursor } from "../platform/database/cursor.ts";
import { presentBatches } from "../platform/database/list.ts";
import { exportFile } from "../platform/export/export-file.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import type { Context } from "../platform/scope.ts";
import { ownerOf, type OwnerInput } from "./owner.ts";
import {
  countUsers,
  orderOf,
  presentUser,
  selectUsers,
  userFilter,
  type UserRow,
} from "./users-list.ts";

/**
 * The users that match the filters as a file.
 *
 * @throws Refusal `not_found`, `export_too_long`.
 */
export async function usersFile(
  context: Context,
  input: InputOf<typeof exportPlatformUsers> & OwnerInput,
): Promise<FileResponse> {
  const { tx, clock } = context;
  const { role, status, sort, format } = input;
  const tenantId = await ownerOf(context, input);
  const matches = userFilter(tenantId, input);
  return exportFile(context, format, {
    list: usersList,
    name: "users",
    parts: [role?.toLowerCase(), status?.toLowerCase(), clock.today()],
    facts: [
      ...fact("Role", role && roleTitle(role)),
      ...fact("Status", status && userStatusTitles[status]),
      ...fact("Search", input.search),
    ],
    tenantId,
    withoutTenant: { name: "The platform", code: "platform" },
    total: await countUsers(tx, matches),
    rows: presentBatches(
      readByCursor(tx, sql<UserRow>`${selectUsers(matches)} order by ${orderOf(sort)}`),
      presentUser,
    ),
  });
}
