import type { OrganizationRole, PlatformRole, Role } from "@kontor/contract/reference/roles";

import type { Context } from "../../platform/scope.ts";
import { changePassword, createUser, findUser } from "../../session/users.ts";

type DemoUser<Name extends Role> = { role: Name; mailbox: string; name: string };

/**
 * One user for each role of the platform, besides its administrator; their addresses end in
 * `@kontor.example`.
 */
const platformUsers: readonly DemoUser<PlatformRole>[] = [
  { role: "ACCOUNTANT", mailbox: "accountant", name: "Bisi Adeyemi" },
  { role: "REVIEWER", mailbox: "reviewer", name: "Emeka Nwosu" },
  { role: "VIEWER", mailbox: "viewer", name: "Halima Sani" },
];

/**
 * One user for each role of an organization, besides its owner; their addresses end in its own
 * domain.
 */
const organizationUsers: readonly DemoUser<OrganizationRole>[] = [
  { role: "HR", mailbox: "hr", name: "Ngozi Okafor" },
  { role: "PAYROLL_PREPARER", mailbox: "payroll", name: "Tunde Bakare" },
  { role: "DISBURSER", mailbox: "disburser", name: "Aisha Bello" },
  { role: "BOOKKEEPER", mailbox: "bookkeeper", name: "Chidi Eze" },
  { role: "VIEWER", mailbox: "viewer", name: "Funmi Alabi" },
];

/** Adds a user for each role of the platform. @param hash of the password that all of them have */
export async function addPlatformUsers(context: Context, hash: string): Promise<void> {
  for (const { role, mailbox, name } of platformUsers) {
    const email = `${mailbox}@kontor.example`;
    const user = { email, name, roles: [role], tenant_id: null, password: { hash } };
    await createUser(context.tx, user, context.clock.now());
  }
}

/**
 * Adds a user for each role of an organization, and gives its invited owner a password.
 *
 * @param domain the organization's, such as `demo-foods.example`.
 * @param owner email of the owner who was invited when the organization was created.
 */
export async function addOrganizationUsers(
  { tx, clock }: Context,
  organization: { tenant_id: number; domain: string; owner: string },
  hash: string,
): Promise<void> {
  const { tenant_id, domain, owner } = organization;
  const now = clock.now();
  const invited = await findUser(tx, owner);
  if (invited === undefined) throw new Error(`nobody was invited as ${owner}`);
  await changePassword(tx, { user_id: invited.user_id, password_hash: hash, now });
  for (const { role, mailbox, name } of organizationUsers) {
    const email = `${mailbox}@${domain}`;
    await createUser(tx, { email, name, roles: [role], tenant_id, password: { hash } }, now);
  }
}
