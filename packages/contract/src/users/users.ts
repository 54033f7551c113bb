import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exportFiles, exportFormat } from "../exports.ts";
import {
  organizationRoleNames,
  platformRoleNames,
  roleNames,
  type Role,
} from "../reference/roles.ts";
import { newPasswordFields, currentPassword, passwordsMatch } from "../session/password-fields.ts";
import { loginData } from "../session/session.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { email, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";

/** An `INVITED` user has not set a password yet; a `DEACTIVATED` one cannot sign in. */
export const userStatuses = ["ACTIVE", "INVITED", "DEACTIVATED"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** The label of a status. */
export const userStatusTitles: Readonly<Record<UserStatus, string>> = {
  ACTIVE: "Active",
  INVITED: "Invited",
  DEACTIVATED: "Deactivated",
};

export const userItem = z.strictObject({
  id: idOut,
  name: z.string(),
  email: z.string(),
  profile_photo: z.string().nullable(),
  roles: z.array(z.enum(roleNames)),
  status: z.enum(userStatuses),
  last_signed_in_at: moment.nullable(),
  /** Whether a second factor is set up. */
  second_factor: z.boolean(),
  /** When the invitation expires or has expired; null for users who need none. */
  invitation_expires_at: moment.nullable(),
  created_at: moment,
  /** The version of the roles; send it back with a change. */
  version: z.int(),
});

export const userSorts = [
  "name",
  "email",
  "roles",
  "status",
  "last_signed_in_at",
  "second_factor",
  "created_at",
] as const;

const filters = {
  search,
  role: z.enum(roleNames, { error: "Choose a role from the list." }).optional(),
  status: z.enum(userStatuses, { error: `Choose one of ${userStatuses.join(", ")}.` }).optional(),
  sort: sortBy(userSorts),
};

const userName = line("a name", 120);

/** A choice of roles: at least one, without duplicates. */
const rolesField = <const Name extends Role>(names: readonly Name[]) =>
  z
    .array(z.enum(names, { error: "Choose roles from the list." }), {
      error: "Choose at least one role.",
    })
    .min(1, "Choose at least one role.")
    .max(names.length, "Choose each role once.")
    .refine((roles) => new Set(roles).size === roles.length, "Choose each role once.");

/**
 * The fields of an invitation. `password` is the inviting user's, because an invitation grants
 * permissions.
 */
const invitation = { name: userName, email, password: currentPassword };

const platformRole = rolesField(platformRoleNames);
const organizationRole = rolesField(organizationRoleNames);

export const invitePlatformUserBody = z.strictObject({ ...invitation, roles: platformRole });
export const inviteOrganizationUserBody = z.strictObject({
  ...invitation,
  roles: organizationRole,
});
export const changePlatformRolesBody = z.strictObject({
  roles: platformRole,
  version,
  password: currentPassword,
});
export const changeOrganizationRolesBody = z.strictObject({
  roles: organizationRole,
  version,
  password: currentPassword,
});
export const passwordBody = z.strictObject({ password: currentPassword });

const platformUserParams = z.strictObject({ id });
const organizationUserParams = organizationParams.extend({ id });
const organizationUsersPath = "/organizations/{tenant_id}/{company_id}/users";

export const listPlatformUsers = endpoint({
  method: "GET",
  path: "/settings/users",
  summary: "The users of the platform, ordered by name by default; search by name and email",
  access: "platform-users.read",
  query: z.strictObject({ ...filters, ...pageQuery(25) }),
  data: z.array(userItem),
  paged: true,
});

export const listOrganizationUsers = endpoint({
  method: "GET",
  path: organizationUsersPath,
  summary: "The users of an organization, ordered by name by default; search by name and email",
  access: "users.read",
  params: organizationParams,
  query: z.strictObject({ ...filters, ...pageQuery(25) }),
  data: z.array(userItem),
  paged: true,
});

export const exportPlatformUsers = endpoint({
  method: "GET",
  path: "/settings/users/export",
  summary: "The users of the platform that match the filters as a file",
  access: "platform-users.read",
  query: z.strictObject({ ...filters, format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

export const exportOrganizationUsers = endpoint({
  method: "GET",
  path: `${organizationUsersPath}/export`,
  summary: "The users of an organization that match the filters as a file",
  access: "users.read",
  params: organizationParams,
  query: z.strictObject({ ...filters, format: exportFormat }),
  data: z.unknown(),
  file: exportFiles,
});

export const getPlatformUser = endpoint({
  method: "GET",
  path: "/settings/users/{id}",
  summary: "One user of the platform",
  access: "platform-users.read",
  params: platformUserParams,
  data: userItem,
});

export const getOrganizationUser = endpoint({
  method: "GET",
  path: `${organizationUsersPath}/{id}`,
  summary: "One user of an organization",
  access: "users.read",
  params: organizationUserParams,
  data: userItem,
});

/** No `Idempotency-Key`: its hash would include a password, and an address is invited once anyway. */
export const invitePlatformUser = endpoint({
  method: "POST",
  path: "/settings/users",
  summary: "Invite a user to the platform by email; the link works once, for 72 hours",
  access: "platform-users.write",
  body: invitePlatformUserBody,
  data: userItem,
  status: 201,
});

export const inviteOrganizationUser = endpoint({
  method: "POST",
  path: organizationUsersPath,
  summary: "Invite a user to an organization by email; the link works once, for 72 hours",
  access: "users.write",
  params: organizationParams,
  body: inviteOrganizationUserBody,
  data: userItem,
  status: 201,
});

export const changePlatformRoles = endpoint({
  method: "PUT",
  path: "/settings/users/{id}/roles",
  summary: "Change the roles of a user of the platform; effective from the user’s next request",
  access: "platform-users.write",
  params: platformUserParams,
  body: changePlatformRolesBody,
  data: userItem,
});

export const changeOrganizationRoles = endpoint({
  method: "PUT",
  path: `${organizationUsersPath}/{id}/roles`,
  summary: "Change the roles of a user of an organization; effective from the user’s next request",
  access: "users.write",
  params: organizationUserParams,
  body: changeOrganizationRolesBody,
  data: userItem,
});

export const deactivatePlatformUser = endpoint({
  method: "POST",
  path: "/settings/users/{id}/deactivate",
  summary: "Deactivate a user of the platform: end all sessions and block sign-in",
  access: "platform-users.write",
  params: platformUserParams,
  data: userItem,
});

export const deactivateOrganizationUser = endpoint({
  method: "POST",
  path: `${organizationUsersPath}/{id}/deactivate`,
  summary: "Deactivate a user of an organization: end all sessions and block sign-in",
  access: "users.write",
  params: organizationUserParams,
  data: userItem,
});

export const reactivatePlatformUser = endpoint({
  method: "POST",
  path: "/settings/users/{id}/reactivate",
  summary: "Reactivate a deactivated user of the platform",
  access: "platform-users.write",
  params: platformUserParams,
  body: passwordBody,
  data: userItem,
});

export const reactivateOrganizationUser = endpoint({
  method: "POST",
  path: `${organizationUsersPath}/{id}/reactivate`,
  summary: "Reactivate a deactivated user of an organization",
  access: "users.write",
  params: organizationUserParams,
  body: passwordBody,
  data: userItem,
});

export const resendPlatformInvitation = endpoint({
  method: "POST",
  path: "/settings/users/{id}/invitation",
  summary: "Email a new invitation to a user of the platform; the previous link stops working",
  access: "platform-users.write",
  params: platformUserParams,
  data: userItem,
});

export const resendOrganizationInvitation = endpoint({
  method: "POST",
  path: `${organizationUsersPath}/{id}/invitation`,
  summary: "Email a new invitation to a user of an organization; the previous link stops working",
  access: "users.write",
  params: organizationUserParams,
  data: userItem,
});

export const resetPlatformSecondFactor = endpoint({
  method: "POST",
  path: "/settings/users/{id}/second-factor/reset",
  summary: "Reset the lost second factor of a user of the platform and end their sessions",
  access: "platform-users.write",
  params: platformUserParams,
  body: passwordBody,
  data: userItem,
});

export const resetOrganizationSecondFactor = endpoint({
  method: "POST",
  path: `${organizationUsersPath}/{id}/second-factor/reset`,
  summary: "Reset the lost second factor of a user of an organization and end their sessions",
  access: "users.write",
  params: organizationUserParams,
  body: passwordBody,
  data: userItem,
});

/** How long an invitation is valid, in hours. */
export const invitationHours = 72;

const invitationToken = z
  .string({ error: "Open the link in the invitation again." })
  .min(1, "Open the link in the invitation again.")
  .max(200, "Open the link in the invitation again.");

/** The link is `<public address>/invitation#<token>`: the part after # never reaches a server's log. */
export const openInvitation = endpoint({
  method: "POST",
  path: "/wire/invitation",
  summary: "Read an invitation by the token of its link, without using it",
  access: "public",
  body: z.strictObject({ token: invitationToken }),
  data: z.strictObject({
    name: z.string(),
    email: z.string(),
    /** Null for an invitation to the platform itself. */
    organization: z.string().nullable(),
    roles: z.array(z.enum(roleNames)),
    expires_at: moment,
  }),
});

/** A photo is uploaded afterwards, signed in, with `PUT wire/me`. */
export const acceptInvitationBody = z
  .strictObject({ token: invitationToken, name: userName, ...newPasswordFields })
  .refine(...passwordsMatch);

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/wire/invitation/accept",
  summary: "Use an invitation, once: set name and password, and sign in",
  access: "public",
  body: acceptInvitationBody,
  data: loginData,
});

const ruleVersionOut = {
  /** Version 0 until it is set. */
  version: z.int(),
};

export const platformSignInRules = z.strictObject({
  second_factor_roles: z.array(z.enum(platformRoleNames)),
  ...ruleVersionOut,
});
export const organizationSignInRules = z.strictObject({
  second_factor_roles: z.array(z.enum(organizationRoleNames)),
  ...ruleVersionOut,
});

const ruleVersion = z.int().min(0, "Send the version that you loaded.");

/** Roles for which a second factor may be required; may be empty. */
const optionalRolesField = <const Name extends Role>(names: readonly Name[]) =>
  z
    .array(z.enum(names, { error: "Choose roles from the list." }), { error: "Choose the roles." })
    .refine((roles) => new Set(roles).size === roles.length, "Choose each role once.");

export const getPlatformSignInRules = endpoint({
  method: "GET",
  path: "/settings/sign-in-rules",
  summary: "Platform roles that require a second factor",
  access: "platform-users.read",
  data: platformSignInRules,
});

export const savePlatformSignInRules = endpoint({
  method: "PUT",
  path: "/settings/sign-in-rules",
  summary: "Set the platform roles that require a second factor",
  access: "platform-users.write",
  body: z.strictObject({
    second_factor_roles: optionalRolesField(platformRoleNames),
    version: ruleVersion,
    password: currentPassword,
  }),
  data: platformSignInRules,
});

export const getOrganizationSignInRules = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/sign-in-rules",
  summary: "Organization roles that require a second factor",
  access: "users.read",
  params: organizationParams,
  data: organizationSignInRules,
});

export const saveOrganizationSignInRules = endpoint({
  method: "PUT",
  path: "/organizations/{tenant_id}/{company_id}/sign-in-rules",
  summary: "Set the organization roles that require a second factor",
  access: "users.write",
  params: organizationParams,
  body: z.strictObject({
    second_factor_roles: optionalRolesField(organizationRoleNames),
    version: ruleVersion,
    password: currentPassword,
  }),
  data: organizationSignInRules,
});
