import type { User } from "./fake-api.ts";

type Permission = User["permissions"][number];

/** Every permission; the type wants a new one here as soon as the contract has it. */
const every: Readonly<Record<Permission, true>> = {
  "organizations.read": true,
  "organizations.write": true,
  "accounting.read": true,
  "accounting.write": true,
  "funding.read": true,
  "funding.write": true,
  "configuration.read": true,
  "configuration.write": true,
  "settings.read": true,
  "settings.write": true,
  "books.check": true,
  "employees.read": true,
  "employees.write": true,
  "employees.pay.read": true,
  "employees.pay.write": true,
  "bank-accounts.confirm": true,
};

/** May do everything. */
export const administrator: User = {
  name: "Ada Administrator",
  email: "ada@kontor.example",
  profile_photo: null,
  user_type: "platform",
  tenant_id: null,
  permissions: Object.keys(every) as Permission[],
  counts: {},
};

/** Works for the platform and may do this alone. */
export function staffWith(...permissions: readonly Permission[]): User {
  return {
    ...administrator,
    name: "Simon Staff",
    user_type: "staff",
    permissions: [...permissions],
  };
}

/** Belongs to one organization and may do this alone. */
export function memberOf(tenantId: number, ...permissions: readonly Permission[]): User {
  return {
    ...administrator,
    name: "Olu Owner",
    user_type: "organization",
    tenant_id: tenantId,
    permissions: [...permissions],
  };
}
