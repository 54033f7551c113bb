import { sql } from "kysely";

import { openPayAccounts, requestPayAccount } from "../funding/pay-accounts.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { setTenant } from "../platform/scope.ts";
import type { Caller, World } from "./harness.ts";
import { openTenant, type TestTenant } from "./tenants.ts";

export type TestOrganization = TestTenant & {
  company_id: number;
  /** Parameters of the organization's own paths. */
  path: { tenant_id: number; company_id: number };
};

/** A tenant with its standard chart, company and an opened pay account. */
export async function openOrganization(
  world: World,
  name = "Test organization",
): Promise<TestOrganization> {
  const tenant = await openTenant(world, name);
  const { tenant_id } = tenant;
  const company_id = await world.database.transaction(async (tx) => {
    await setTenant(tx, tenant_id);
    const { rows } = await sql<{ id: number }>`
      insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
      values (${tenant_id}, '1 Test Street', 'support@example.com', 'Ada Admin', 'admin@example.com', '#004AAD')
      returning id`.execute(tx);
    const id = exactlyOne(rows).id;
    const ledger_id = tenant.ledgers.funding_account;
    const account = { tenant_id, company_id: id, ledger_id, account_name: name };
    await requestPayAccount({ tx, clock: world.clock }, account);
    return id;
  });
  await runPayAccountWork(world);
  return { ...tenant, company_id, path: { tenant_id, company_id } };
}

/** Two organizations with users who may work on them: `insider` keeps only the books of `acme`. */
export type TwoOrganizations = {
  acme: TestOrganization;
  other: TestOrganization;
  platform: Caller;
  staff: Caller;
  insider: Caller;
};

export async function openTwoOrganizations(world: World): Promise<TwoOrganizations> {
  const acme = await openOrganization(world, "Acme Limited");
  const other = await openOrganization(world, "Other Limited");
  return {
    acme,
    other,
    platform: await world.signIn("platform"),
    staff: await world.signIn("staff"),
    insider: await world.signIn("organization", acme.tenant_id),
  };
}

/** Opens the requested pay accounts, like the job. */
export async function runPayAccountWork({ database, clock }: World): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await openPayAccounts({ database, clock, log }, AbortSignal.timeout(60_000));
}
