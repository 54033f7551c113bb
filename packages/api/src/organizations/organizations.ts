import type { InputOf } from "@kontor/contract/endpoint";
import type {
  createOrganization,
  getOrganization,
  organizationDetail,
  updateOrganization,
} from "@kontor/contract/organizations/organizations";
import { stateByName, stateById } from "@kontor/contract/reference/nigeria";
import { initialsOf } from "@kontor/contract/words";
import { sql } from "kysely";
import type { z } from "zod";

import { openStandardChart } from "../accounting/chart/standard-chart.ts";
import { requestPayAccount } from "../funding/pay-accounts.ts";
import { audit } from "../platform/audit.ts";
import { sqlState, uniqueViolation } from "../platform/database/database.ts";
import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { fileUrl } from "../platform/files/files.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { enterOrganization } from "../platform/organization/organization.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import { enterTenant, tenantFilter, type Context } from "../platform/scope.ts";
import { sendMail } from "../templates/send-mail.ts";
import { addInvitedUser, isEmailTaken } from "../users/users.ts";
import { storeLogo, type Logo } from "./logo.ts";

export type Organization = z.output<typeof organizationDetail>;

/** One organization with all its fields. @throws Refusal `not_found` */
export async function findOrganization(
  context: Context,
  input: InputOf<typeof getOrganization>,
): Promise<Organization> {
  const tenantId = tenantFilter(context, input.tenant_id);
  const { rows } = await sql<
    Omit<Organization, "initials" | "logo_url" | "state"> & {
      logo_key: string | null;
      state_id: number | null;
    }
  >`
    select t.id as tenant_id, c.id as company_id, t.name, t.code, t.status, t.suspended_at, t.suspension_reason, t.email, c.support_email, c.address,
      c.emp_prefix, c.admin_name, c.admin_email, c.state_id, c.brand_color, c.about, c.employee_benefits,
      c.logo_key, c.version, t.created_at
    from tenants t join companies c on c.tenant_id = t.id
    where t.id = ${tenantId} and c.tenant_id = ${tenantId} and c.id = ${input.company_id}`.execute(
    context.tx,
  );
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The organization");
  const { logo_key, state_id, ...rest } = row;
  const state = state_id === null ? null : (stateById(state_id)?.name ?? null);
  return { ...rest, state, logo_url: fileUrl(logo_key), initials: initialsOf(rest.name) };
}

/**
 * Creates an organization: tenant, company, logo, standard chart of accounts, the request for a pay
 * account, and the mail to its administrator, all in the request's transaction.
 *
 * @throws Refusal `code_taken` at the field `code`, `state_unknown` at `state`, `image_invalid` at
 * `logo` when there is none.
 */
export async function addOrganization(
  context: Context,
  input: InputOf<typeof createOrganization>,
  logo: Logo | undefined,
): Promise<Organization> {
  if (logo === undefined) throw Refusal.at("logo", "image_invalid", { reason: "Choose a logo." });
  const company = companyOf(input);
  const now = context.clock.now();
  const tenant_id = await addTenant(context, input, now);
  await enterTenant(context, tenant_id);
  const { logo_key, avatar_key } = await storeLogo(context, tenant_id, logo);
  const { rows } = await sql<{ id: number }>`
    insert into companies (tenant_id, address, support_email, emp_prefix, admin_name, admin_email, state_id,
      brand_color, about, employee_benefits, logo_key, avatar_key)
    values (${tenant_id}, ${company.address}, ${company.support_email}, ${company.emp_prefix},
      ${company.admin_name}, ${company.admin_email}, ${company.state_id}, ${company.brand_color},
      ${company.about}, ${company.employee_benefits}, ${logo_key}, ${avatar_key})
    returning id`.execute(context.tx);
  const company_id = exactlyOne(rows).id;
  const ledgers = await openStandardChart(context.tx, tenant_id, now);
  await requestPayAccount(context, {
    tenant_id,
    company_id,
    ledger_id: ledgers.funding_account,
    account_name: input.name,
  });
  await audit(context, tenant_id, "organization.created", `organization:${tenant_id}`, {
    code: input.code,
    name: input.name,
  });
  await inviteOwner(context, tenant_id, { name: input.admin_name, email: input.admin_email });
  return findOrganization(context, { tenant_id, company_id });
}

/**
 * Invites the administrator of a new organization as its owner. An address belongs to one user: if
 * it already belongs to one, such as of another organization, the mail has no link, and the owner
 * has to be invited with another address.
 */
async function inviteOwner(
  context: Context,
  tenantId: number,
  person: { name: string; email: string },
): Promise<void> {
  if (!(await isEmailTaken(context.tx, person.email))) {
    await addInvitedUser(context, tenantId, { ...person, roles: ["OWNER"] }, "admin_registration");
    return;
  }
  await sendMail(context, {
    tenantId,
    label: "admin_registration",
    to_name: person.name,
    to_email: person.email,
    values: { name: person.name, invite_link: "", expiry_date: "" },
  });
}

/**
 * Changes an organization; without a new logo the current one stays.
 *
 * @throws Refusal `not_found`; `changed_meanwhile` when the version is not the stored one;
 * `code_taken` at the field `code`, `state_unknown` at `state`.
 */
export async function changeOrganization(
  context: Context,
  input: InputOf<typeof updateOrganization>,
  logo: Logo | undefined,
): Promise<Organization> {
  const company = companyOf(input);
  const { tenant_id, company_id } = await enterOrganization(context, input);
  const { rows } = await sql<{ version: number }>`
    select version from companies where tenant_id = ${tenant_id} and id = ${company_id} for update`.execute(
    context.tx,
  );
  if (exactlyOne(rows).version !== input.version) throw new Refusal("changed_meanwhile");
  const before = await findOrganization(context, input);
  await saveTenant(context, input);
  const keys = logo && (await storeLogo(context, tenant_id, logo));
  await sql`
    update companies set address = ${company.address}, support_email = ${company.support_email},
      emp_prefix = ${company.emp_prefix}, admin_name = ${company.admin_name},
      admin_email = ${company.admin_email}, state_id = ${company.state_id},
      brand_color = ${company.brand_color}, about = ${company.about},
      employee_benefits = ${company.employee_benefits},
      logo_key = coalesce(${keys?.logo_key ?? null}, logo_key),
      avatar_key = coalesce(${keys?.avatar_key ?? null}, avatar_key),
      version = version + 1
    where tenant_id = ${tenant_id} and id = ${company_id}`.execute(context.tx);
  const after = await findOrganization(context, input);
  await audit(context, tenant_id, "organization.changed", `organization:${tenant_id}`, {
    before,
    after,
  });
  return after;
}

type Fields = InputOf<typeof createOrganization>;

/** The fields of the company, as stored. @throws Refusal `state_unknown` at the field `state`. */
function companyOf(input: Fields) {
  return {
    address: input.address,
    support_email: input.support_email,
    emp_prefix: input.emp_prefix ?? "",
    admin_name: input.admin_name,
    admin_email: input.admin_email,
    state_id: stateIdOf(input.state),
    brand_color: input.brand_color,
    about: sanitizeRichText(input.about ?? "", "basic"),
    employee_benefits: sanitizeRichText(input.employee_benefits ?? "", "basic"),
  };
}

function stateIdOf(name: string | undefined): number | null {
  if (name === undefined || name === "") return null;
  const state = stateByName(name);
  if (state === undefined) throw Refusal.at("state", "state_unknown");
  return state.id;
}

async function addTenant(context: Context, input: Fields, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tenants (code, name, email, created_at)
    values (${input.code}, ${input.name}, ${input.email}, ${now}) returning id`
    .execute(context.tx)
    .catch(refuseTakenCode(input.code));
  return exactlyOne(rows).id;
}

async function saveTenant(context: Context, input: Fields & { tenant_id: number }): Promise<void> {
  await sql`
    update tenants set code = ${input.code}, name = ${input.name}, email = ${input.email}
    where id = ${input.tenant_id}`
    .execute(context.tx)
    .catch(refuseTakenCode(input.code));
}

/** Of two concurrent requests with the same code, the index accepts one; the other ends here. */
function refuseTakenCode(code: string) {
  return (error: unknown): never => {
    throw sqlState(error) === uniqueViolation ? Refusal.at("code", "code_taken", { code }) : error;
  };
}
