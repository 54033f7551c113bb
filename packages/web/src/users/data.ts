import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import {
  organizationRoleNames,
  platformRoleNames,
  type OrganizationRole,
  type PlatformRole,
  type Role,
} from "@kontor/contract/reference/roles";
import {
  getSecondFactor,
  listOwnSessions,
  changeOwnPassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endOwnSession,
  renewRecoveryCodes,
  startSecondFactor,
  updateMe,
} from "@kontor/contract/users/account";
import * as users from "@kontor/contract/users/users";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { call, callFile, callPaged, type CallInput } from "../platform/api.ts";
import { isConflict, reloadAfterNoResponse, useEndpointMutation } from "../platform/mutation.ts";
import { callForOwner, ownerKey } from "../platform/organization/configuration.ts";
import { sessionKeys } from "../session/data.ts";
import type { ExportOptions } from "../ui/menu/export-dropdown.tsx";

export type User = DataOf<typeof users.listPlatformUsers>[number];
export type OwnSession = DataOf<typeof listOwnSessions>[number];
export type SecondFactor = DataOf<typeof getSecondFactor>;

/** The roles that require a second factor. */
export type SignInRules = { second_factor_roles: Role[]; version: number };

const keys = {
  rules: ["sign-in-rules"],
  users: ["users"],
  sessions: ["account", "sessions"],
  secondFactor: ["account", "second-factor"],
} as const;

/** The filters and the page of a list of users. */
export type UsersInput = CallInput<typeof users.listPlatformUsers>;

/** One page of the users of the platform or of an organization. */
export const usersQuery = (owner: ConfigurationOwner, input: UsersInput) =>
  queryOptions({
    queryKey: [...keys.users, ...ownerKey(owner), input],
    queryFn: ({ signal }) =>
      owner === "platform"
        ? callPaged(users.listPlatformUsers, input, { signal })
        : callPaged(users.listOrganizationUsers, { ...owner, ...input }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Loads a user as the server has it now; undefined when it is gone. */
export function useFetchUser(owner: ConfigurationOwner) {
  const client = useQueryClient();
  return async ({ id, email }: User): Promise<User | undefined> => {
    const query = usersQuery(owner, { search: email });
    const found = await client.fetchQuery({ ...query, staleTime: 0 });
    return found.data.find((user) => user.id === id);
  };
}

/** The filtered list of users as a file. */
export function exportUsers(
  owner: ConfigurationOwner,
  input: CallInput<typeof users.exportPlatformUsers>,
  options: ExportOptions,
) {
  return owner === "platform"
    ? callFile(users.exportPlatformUsers, input, options)
    : callFile(users.exportOrganizationUsers, { ...owner, ...input }, options);
}

const platformRolesIn = (roles: readonly Role[]): PlatformRole[] =>
  platformRoleNames.filter((role) => roles.includes(role));
const organizationRolesIn = (roles: readonly Role[]): OrganizationRole[] =>
  organizationRoleNames.filter((role) => roles.includes(role));

/**
 * A change of users. It invalidates every list of users and the signed-in user; refused because
 * another administrator was first, it reloads the lists.
 */
function useUsersMutation<Input>(change: (input: Input) => Promise<User>) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: keys.users });
  return useMutation({
    mutationFn: change,
    onError: async (error) => {
      reloadAfterNoResponse(error, reload);
      if (isConflict(error)) await reload();
    },
    onSuccess: async () => {
      await Promise.all([reload(), client.invalidateQueries({ queryKey: sessionKeys.all })]);
    },
  });
}

type Invitation = { name: string; email: string; roles: readonly Role[]; password: string };

/** Invites a user by mail. The inviting user confirms with their own password. */
export function useInviteUser(owner: ConfigurationOwner) {
  return useUsersMutation(({ roles, ...person }: Invitation) =>
    owner === "platform"
      ? call(users.invitePlatformUser, { ...person, roles: platformRolesIn(roles) })
      : call(users.inviteOrganizationUser, {
          ...owner,
          ...person,
          roles: organizationRolesIn(roles),
        }),
  );
}

type RolesChange = { id: number; version: number; roles: readonly Role[]; password: string };

/** Replaces a user's roles. The password confirms it. */
export function useChangeRoles(owner: ConfigurationOwner) {
  return useUsersMutation(({ roles, ...change }: RolesChange) =>
    owner === "platform"
      ? call(users.changePlatformRoles, { ...change, roles: platformRolesIn(roles) })
      : call(users.changeOrganizationRoles, {
          ...owner,
          ...change,
          roles: organizationRolesIn(roles),
        }),
  );
}

const deactivation = {
  platform: users.deactivatePlatformUser,
  organization: users.deactivateOrganizationUser,
};
const reactivation = {
  platform: users.reactivatePlatformUser,
  organization: users.reactivateOrganizationUser,
};
const invitationResend = {
  platform: users.resendPlatformInvitation,
  organization: users.resendOrganizationInvitation,
};
const secondFactorReset = {
  platform: users.resetPlatformSecondFactor,
  organization: users.resetOrganizationSecondFactor,
};

/** Ends a user's sessions and prevents the user from signing in. */
export function useDeactivateUser(owner: ConfigurationOwner) {
  return useUsersMutation((id: number) => callForOwner(deactivation, owner, { id }));
}

/** Lets a deactivated user sign in again. The password confirms it. */
export function useReactivateUser(owner: ConfigurationOwner) {
  return useUsersMutation((input: { id: number; password: string }) =>
    callForOwner(reactivation, owner, input),
  );
}

/** Sends a new invitation. The earlier link becomes invalid. */
export function useResendInvitation(owner: ConfigurationOwner) {
  return useUsersMutation((id: number) => callForOwner(invitationResend, owner, { id }));
}

/** Removes the second factor of a user who has lost it. The password confirms it. */
export function useResetSecondFactor(owner: ConfigurationOwner) {
  return useUsersMutation((input: { id: number; password: string }) =>
    callForOwner(secondFactorReset, owner, input),
  );
}

/** The roles that require a second factor. */
export const signInRulesQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...keys.rules, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<SignInRules> =>
      owner === "platform"
        ? call(users.getPlatformSignInRules, {}, { signal })
        : call(users.getOrganizationSignInRules, owner, { signal }),
  });

type RulesChange = { second_factor_roles: readonly Role[]; version: number; password: string };

/** Saves the rules and reloads the signed-in user, since a second factor may now be due. */
export function useSaveSignInRules(owner: ConfigurationOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ second_factor_roles: roles, ...change }: RulesChange): Promise<SignInRules> =>
      owner === "platform"
        ? call(users.savePlatformSignInRules, {
            ...change,
            second_factor_roles: platformRolesIn(roles),
          })
        : call(users.saveOrganizationSignInRules, {
            ...owner,
            ...change,
            second_factor_roles: organizationRolesIn(roles),
          }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.rules }),
        client.invalidateQueries({ queryKey: sessionKeys.all }),
      ]);
    },
  });
}

/** The sessions of the signed-in user. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call(listOwnSessions, {}, { signal }),
  });

/** Whether the signed-in user has a second factor, and how many recovery codes are left. */
export const secondFactorQuery = () =>
  queryOptions({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  });

/** The query keys that a change of the user's own sign-in invalidates. */
const accountKeys = [keys.secondFactor, keys.sessions, sessionKeys.all];
const useAccountMutation = <E extends Endpoint>(endpoint: E) =>
  useEndpointMutation(endpoint, accountKeys);

/** Changes the signed-in user's name or photo. */
export const useUpdateMe = () => useAccountMutation(updateMe);
/** Changes the signed-in user's password, which ends all other sessions. */
export const useChangeOwnPassword = () => useAccountMutation(changeOwnPassword);
/** Ends one of the signed-in user's sessions. */
export const useEndSession = () => useAccountMutation(endOwnSession);
/** Ends all sessions of the signed-in user but this one. */
export const useEndOtherSessions = () => useAccountMutation(endOtherSessions);
/** The new key takes effect only when a code confirms it, so nothing is invalidated yet. */
export const useStartSecondFactor = () => useEndpointMutation(startSecondFactor, []);
/**
 * Invalidates nothing: a reload could replace the new recovery codes before the user has saved
 * them.
 */
export const useConfirmSecondFactor = () => useEndpointMutation(confirmSecondFactor, []);
/** Creates new recovery codes and voids the earlier ones. */
export const useRenewRecoveryCodes = () =>
  useEndpointMutation(renewRecoveryCodes, [keys.secondFactor]);
/** Switches off the signed-in user's second factor, unless a role requires it. */
export const useDisableSecondFactor = () => useAccountMutation(disableSecondFactor);

/** Reloads the signed-in user after a second factor has been set up. */
export function useReloadAccount() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(accountKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
