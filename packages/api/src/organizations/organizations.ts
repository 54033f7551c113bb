import type { InputOf } from "@kontor/contract/endpoint";
import type {
  createOrganization,
  getOrganization,
  listOrganizations,
  organizationDetail,
  organizationListItem,
} from "@kontor/contract/organizations";
import { stateNamed, stateWithId } from "@kontor/contract/reference/nigeria";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { openStandardChart } from "../accounting/standard-chart.ts";
import { openPayAccount, sandboxProvider } from "../funding/pay-accounts.ts";
import { audit } from "../platform/audit.ts";
import { sqlState } from "../platform/database.ts";
import { Failure, notFound } from "../platform/failure.ts";
import { fileUrl, storeFile } from "../platform/files.ts";
import { reencodeImage } from "../platform/images.ts";
import { enterTenant, tenantFilter, type Context } from "../platform/scope.ts";
import type { Files, Page } from "../platform/serve.ts";

type ListItem = z.output<typeof organizationListItem>;
export type Organization = z.output<typeof organizationDetail>;

const uniqueViolation = "23505";
/** Edge of the logo as it is kept, in pixels, and of the small copy that lists and menus show. */
const logoEdge = 512;
const avatarEdge = 96;

/** Up to two letters that stand for a name where there is no logo. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "");
  return letters.join("").toUpperCase();
}

const orders: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(t.name), t.id`,
  "-name": sql`lower(t.name) desc, t.id desc`,
  code: sql`t.code`,
  "-code": sql`t.code desc`,
  created_at: sql`t.created_at, t.id`,
  "-created_at": sql`t.created_at desc, t.id desc`,
};

/** The organizations that the caller may see, newest first unless sorted; search by name, code or email. */
export async function organizationsList(
  context: Context,
  input: InputOf<typeof listOrganizations>,
): Promise<Page<ListItem>> {
  const own = tenantFilter(context, undefined);
  const like = `%${(input.search ?? "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const filter = sql`
    (${own}::bigint is null or t.id = ${own})
    and (t.name ilike ${like} or t.code ilike ${like} or t.email ilike ${like})`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from tenants t where ${filter}`.execute(context.tx);
  const { rows } = await sql<Omit<ListItem, "initials" | "logo"> & { avatar_key: string | null }>`
    select t.id as tenant_id, c.id as company_id, t.code, t.name, t.email, t.status, t.created_at,
      c.avatar_key, c.brand_color
    from tenants t join companies c on c.tenant_id = t.id
    where ${filter}
    order by ${orders[input.sort ?? "-created_at"] ?? sql`t.id`}
    limit ${input.per_page} offset ${(input.page - 1) * input.per_page}`.execute(context.tx);
  return {
    total: counted.rows[0]?.total ?? 0,
    rows: rows.map(({ avatar_key, ...row }) => ({
      ...row,
      logo: fileUrl(avatar_key),
      initials: initialsOf(row.name),
    })),
  };
}

/** One organization whole. @throws Failure `not_found` */
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
    select t.id as tenant_id, c.id as company_id, t.name, t.code, t.status, t.email, c.support_email, c.address,
      c.emp_prefix, c.admin_name, c.admin_email, c.state_id, c.brand_color, c.about, c.employee_benefits,
      c.logo_key, c.version, t.created_at
    from tenants t join companies c on c.tenant_id = t.id
    where t.id = ${tenantId} and c.tenant_id = ${tenantId} and c.id = ${input.company_id}`.execute(
    context.tx,
  );
  const row = rows[0];
  if (row === undefined) throw notFound("The organization");
  const { logo_key, state_id, ...rest } = row;
  const state = state_id === null ? null : (stateWithId(state_id)?.name ?? null);
  return { ...rest, state, logo_url: fileUrl(logo_key), initials: initialsOf(rest.name) };
}

/**
 * Creates an organization: tenant, company, logo, standard chart of accounts and pay account, all in
 * the request's transaction.
 *
 * @throws Failure `code_taken` at the field `code`, `image_invalid` at the field `logo`.
 */
export async function addOrganization(
  context: Context,
  input: InputOf<typeof createOrganization>,
  files: Files,
): Promise<Organization> {
  const upload = files["logo"];
  if (upload === undefined) {
    throw Failure.at("logo", "image_invalid", { reason: "Choose a logo." });
  }
  const logo = await reencodeImage(upload.bytes, [logoEdge, avatarEdge]);
  const stateId = stateIdOf(input.state);
  const now = context.clock.now();
  const tenant_id = await addTenant(context, input, now);
  await enterTenant(context, tenant_id);
  const [logoKey, avatarKey] = await Promise.all(
    logo.map((file) => storeFile(context.tx, tenant_id, file, now)),
  );
  const { rows } = await sql<{ id: number }>`
    insert into companies (tenant_id, address, support_email, emp_prefix, admin_name, admin_email, state_id,
      brand_color, about, employee_benefits, logo_key, avatar_key)
    values (${tenant_id}, ${input.address}, ${input.support_email}, ${input.emp_prefix ?? ""}, ${input.admin_name},
      ${input.admin_email}, ${stateId}, ${input.brand_color}, ${input.about ?? ""}, ${input.employee_benefits ?? ""},
      ${logoKey}, ${avatarKey})
    returning id`.execute(context.tx);
  const company_id = rows[0]?.id ?? 0;
  const ledgers = await openStandardChart(context.tx, tenant_id, now);
  await openPayAccount(context, sandboxProvider, {
    tenant_id,
    company_id,
    ledger_id: ledgers.get("funding_account") ?? 0,
    account_name: input.name,
  });
  await audit(context, tenant_id, "organization.created", `organization:${tenant_id}`, {
    code: input.code,
  });
  return findOrganization(context, { tenant_id, company_id });
}

async function addTenant(
  context: Context,
  input: InputOf<typeof createOrganization>,
  now: Date,
): Promise<number> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into tenants (code, name, email, created_at)
      values (${input.code}, ${input.name}, ${input.email}, ${now}) returning id`.execute(
      context.tx,
    );
    return rows[0]?.id ?? 0;
  } catch (error) {
    if (sqlState(error) === uniqueViolation)
      throw Failure.at("code", "code_taken", { code: input.code });
    throw error;
  }
}

function stateIdOf(name: string | undefined): number | null {
  if (name === undefined || name === "") return null;
  const state = stateNamed(name);
  if (state === undefined) throw Failure.at("state", "not_found", { what: "The state" });
  return state.id;
}
