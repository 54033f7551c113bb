import { permissions as everyPermission } from "@kontor/contract/endpoint";

import type { User } from "./fake-api.ts";

type Permission = User["permissions"][number];

/** A user with every permission. */
export const administrator: User = {
  id: 1,
  name: "Ada Administrator",
  email: "ada@kontor.example",
  profile_photo: null,
  user_type: "platform",
  roles: ["ADMINISTRATOR"],
  tenant_id: null,
  tenant_name: null,
  company_id: null,
  permissions: [...everyPermission],
  second_factor: false,
  second_factor_due: false,
  outgoing_held: false,
  counts: {},
};

/** A platform user with only these permissions. */
export function staffWith(...permissions: readonly Permission[]): User {
  return {
    ...administrator,
    name: "Simon Staff",
    user_type: "staff",
    roles: ["VIEWER"],
    permissions: [...permissions],
  };
}

/** A user of one organization with only these permissions. */
export function memberOf(tenantId: number, ...permissions: readonly Permission[]): User {
  return {
    ...administrator,
    name: "Olu Owner",
    user_type: "organization",
    roles: ["VIEWER"],
    tenant_id: tenantId,
    tenant_name: "Acme Limited",
    company_id: tenantId,
    permissions: [...permissions],
  };
}
