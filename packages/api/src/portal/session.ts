import type { DataOf } from "@kontor/contract/endpoint";
import type { portalMe, portalSignOut } from "@kontor/contract/portal/session";
import { bankByCode } from "@kontor/contract/reference/banks";
import { sql } from "kysely";

import { personalNumbers } from "../employees/records/personal-numbers.ts";
import { audit } from "../platform/audit.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { fileUrl } from "../platform/files/files.ts";
import { brandingOf } from "../platform/organization/branding.ts";
import { mailSenderOf } from "../templates/compose.ts";
import type { PortalContext } from "./portal-route.ts";

type Me = DataOf<typeof portalMe>;

type Row = {
  designation: string;
  department: string;
  branch: string | null;
  start_date: string;
  phone: string;
  bank_code: string | null;
  account_number_sealed: string | null;
  account_name: string;
  outgoing_held: boolean;
};

/** The employee of the session, as recorded by the organization. */
export async function signedInEmployee(context: PortalContext): Promise<Me> {
  const { tx, employee } = context;
  const { tenant_id, employee_id, first_name, last_name, staff_no, exit_date, email } = employee;
  const { rows } = await sql<Row>`
    select e.designation, e.department, b.name as branch, e.start_date, e.phone, e.bank_code,
      e.account_number_sealed, e.account_name, outgoing_held() as outgoing_held
    from employees e left join branches b on b.tenant_id = ${tenant_id} and b.id = e.branch_id
    where e.tenant_id = ${tenant_id} and e.id = ${employee_id}`.execute(tx);
  const { bank_code, account_number_sealed, account_name, ...shown } = exactlyOne(rows);
  return {
    employment: { tenant_id, employee_id },
    name: `${first_name} ${last_name}`,
    first_name,
    staff_no,
    exit_date,
    email,
    ...shown,
    bank: bankOf(context, { bank_code, account_number_sealed, account_name }),
    organization: await organizationOf(context),
    expires_at: employee.session_expires_at,
  };
}

function bankOf(
  { environment, employee }: PortalContext,
  row: Pick<Row, "bank_code" | "account_number_sealed" | "account_name">,
): Me["bank"] {
  const { bank_code, account_number_sealed, account_name } = row;
  const numbers = personalNumbers(environment, employee.tenant_id);
  const account_number = numbers.mask("account_number", account_number_sealed);
  if (bank_code === null || account_number === null) return null;
  return { bank_name: bankByCode(bank_code)?.name ?? bank_code, account_number, account_name };
}

async function organizationOf(context: PortalContext): Promise<Me["organization"]> {
  const { tenant_id } = context.employee;
  const { name, logo_key, brand_color } = await brandingOf(context.tx, tenant_id);
  const { values } = await mailSenderOf(context, tenant_id);
  const { support_email } = values;
  return { name, logo_url: fileUrl(logo_key), brand_color, support_email };
}

/** Ends the session. */
export async function endPortalSession(
  context: PortalContext,
): Promise<DataOf<typeof portalSignOut>> {
  const { tx, clock, employee } = context;
  await sql`update portal_sessions set revoked_at = ${clock.now()}
    where token_hash = ${employee.token_hash}`.execute(tx);
  await audit(context, employee.tenant_id, "portal.closed", `employee:${employee.employee_id}`);
  return { done: true };
}
