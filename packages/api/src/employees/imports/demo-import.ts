import { sql } from "kysely";

import type { OrganizationPath } from "../../platform/organization/organization.ts";
import type { Context } from "../../platform/scope.ts";
import type { Sheet } from "../../platform/sheets/table.ts";
import { checkImportNow } from "./check.ts";
import { commitImport } from "./commit.ts";
import { saveUpload } from "./imports.ts";

/**
 * Imports a list of made-up employees in the open transaction, by the steps of an upload, and marks
 * them as demo data.
 *
 * @returns their ids by staff number.
 * @throws Refusal as the steps of an import.
 */
export async function importDemo(
  context: Context,
  path: OrganizationPath,
  sheet: Sheet & { filename: string },
): Promise<ReadonlyMap<string, number>> {
  const uploaded = await saveUpload(context, path, sheet);
  await checkImportNow(context, uploaded);
  const { id, tenant_id, company_id, version } = uploaded;
  const commit = { tenant_id, company_id, id, version, without_rejected: false };
  await commitImport(context, commit);
  const { rows } = await sql<{ id: number; staff_no: string }>`
    update employees set demo = true where tenant_id = ${tenant_id} and import_id = ${id}
    returning id, staff_no`.execute(context.tx);
  return new Map(rows.map((row) => [row.staff_no, row.id]));
}
