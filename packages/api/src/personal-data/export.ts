import type { exportPersonalData } from "@kontor/contract/employees/personal-data";
import type { InputOf } from "@kontor/contract/endpoint";

import { employeeRowAt } from "../employees/records/employee.ts";
import { audit } from "../platform/audit.ts";
import type { FileResponse } from "../platform/http/serve-file.ts";
import { enterTenant, type Context } from "../platform/scope.ts";
import { collectPersonalData } from "./collect.ts";
import { personalDataPage } from "./readable.ts";

/**
 * Exports all data on one employee, for a request by that person. The audit log records the export.
 *
 * @throws Refusal `not_found`, `secret_unreadable`, `secret_key_missing`
 */
export async function personalDataFile(
  context: Context,
  input: InputOf<typeof exportPersonalData>,
): Promise<FileResponse> {
  const { format } = input;
  const { organization, row } = await employeeRowAt(context, input);
  await enterTenant(context, row.tenant_id);
  await audit(context, row.tenant_id, "employee.data-exported", `employee:${row.id}`, { format });
  const sections = await collectPersonalData(context, row);
  const now = context.clock.now();
  const name = `${row.first_name} ${row.last_name}`;
  const filename = `personal-data-${row.staff_no}-${context.clock.today()}.${format}`;
  if (format === "html") {
    const page = personalDataPage(sections, { name, organization: organization.name, now });
    return { filename, media_type: "text/html; charset=utf-8", content: Buffer.from(page) };
  }
  const whole = {
    subject: { name, staff_no: row.staff_no },
    kept_by: organization.name,
    as_of: now.toISOString(),
    amounts: "naira",
    sections: Object.fromEntries(sections.map(({ title, rows }) => [title, rows])),
  };
  const content = Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
  return { filename, media_type: "application/json; charset=utf-8", content };
}
