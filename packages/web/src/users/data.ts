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
import { useEndpointMutation } from "../platform/mutation.ts";
import { callFor, ownerKey } from "../platform/organization/configuration.ts";
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

/** The filters of a list of users, and its page. */
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

/** All users that the filters let through, as a file. */
export function exportUsers(
  owner: ConfigurationOwner,
  input: CallInput<typeof users.exportPlatformUsers>,
  options: ExportOptions,
) {
  return owner === "platform"
    ? callFile(users.exportPlatformUsers, input, options)
    : callFile(users.exportOrganizationUsers, { ...owner, ...input }, options);
}

const ofPlatform = (roles: readonly Role[]): PlatformRole[] =>
  platformRoleNames.filter((role) => roles.includes(role));
const ofOrganization = (roles: readonly Role[]): OrganizationRole[] =>
  organizationRoleNames.filter((role) => roles.includes(role));

/** A change of users; every list of users is reloaded after it, and so is the signed-in user. */
function useUsersMutation<Input>(change: (input: Input) => Promise<User>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.users }),
        client.invalidateQueries({ queryKey: sessionKeys.all }),
      ]);
    },
  });
}

type Invitation = { name: string; email: string; roles: readonly Role[]; password: string };

export function useInviteUser(owner: ConfigurationOwner) {
  return useUsersMutation(({ roles, ...person }: Invitation) =>
    owner === "platform"
      ? call(users.invitePlatformUser, { ...person, roles: ofPlatform(roles) })
      : call(users.inviteOrganizationUser, { ...owner, ...person, roles: ofOrganization(roles) }),
  );
}

type RolesChange = { id: number; version: number; roles: readonly Role[]; password: string };

export function useChangeRoles(owner: ConfigurationOwner) {
  return useUsersMutation(({ roles, ...change }: RolesChange) =>
    owner === "platform"
      ? call(users.changePlatformRoles, { ...change, roles: ofPlatform(roles) })
      : call(users.changeOrganizationRoles, { ...owner, ...change, roles: ofOrganization(roles) }),
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
const invitationAgain = {
  platform: users.resendPlatformInvitation,
  organization: users.resendOrganizationInvitation,
};
const factorReset = {
  platform: users.resetPlatformSecondFactor,
  organization: users.resetOrganizationSecondFactor,
};

export function useDeactivateUser(owner: ConfigurationOwner) {
  return useUsersMutation((id: number) => callFor(deactivation, owner, { id }));
}

export function useReactivateUser(owner: ConfigurationOwner) {
  return useUsersMutation((input: { id: number; password: string }) =>
    callFor(reactivation, owner, input),
  );
}

export function useResendInvitation(owner: ConfigurationOwner) {
  return useUsersMutation((id: number) => callFor(invitationAgain, owner, { id }));
}

export function useResetSecondFactor(owner: ConfigurationOwner) {
  return useUsersMutation((input: { id: number; password: string }) =>
    callFor(factorReset, owner, input),
  );
}

export const signInRulesQuery = (owner: ConfigurationOwner) =>
  queryOptions({
    queryKey: [...keys.rules, ...ownerKey(owner)],
    queryFn: ({ signal }): Promise<SignInRules> =>
      owner === "platform"
        ? call(users.getPlatformSignInRules, {}, { signal })
        : call(users.getOrganizationSignInRules, owner, { signal }),
  });

type RulesChange = { second_factor_roles: readonly Role[]; version: number; password: string };

/** Saves the rules; the signed-in user is reloaded, since a second factor may be due now. */
export function useSaveSignInRules(owner: ConfigurationOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ second_factor_roles: roles, ...change }: RulesChange): Promise<SignInRules> =>
      owner === "platform"
        ? call(users.savePlatformSignInRules, {
            ...change,
            second_factor_roles: ofPlatform(roles),
          })
        : call(users.saveOrganizationSignInRules, {
            ...owner,
            ...change,
            second_factor_roles: ofOrganization(roles),
          }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.rules }),
        client.invalidateQueries({ queryKey: sessionKeys.all }),
      ]);
    },
  });
}

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call(listOwnSessions, {}, { signal }),
  });

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
  });

/** The keys that a change of the user's own sign-in makes outdated. */
const ownKeys = [keys.secondFactor, keys.sessions, sessionKeys.all];
const useOwnMutation = <E extends Endpoint>(endpoint: E) => useEndpointMutation(endpoint, ownKeys);

export const useUpdateMe = () => useOwnMutation(updateMe);
export const useChangeOwnPassword = () => useOwnMutation(changeOwnPassword);
export const useEndSession = () => useOwnMutation(endOwnSession);
export const useEndOtherSessions = () => useOwnMutation(endOtherSessions);
/** The new key takes effect once a code confirms it, so nothing is outdated yet. */
export const useStartSecondFactor = () => useEndpointMutation(startSecondFactor, []);
/** The recovery codes that it gives are shown before anything is loaded again. */
export const useConfirmSecondFactor = () => useEndpointMutation(confirmSecondFactor, []);
export const useRenewRecoveryCodes = () =>
  useEndpointMutation(renewRecoveryCodes, [keys.secondFactor]);
export const useDisableSecondFactor = () => useOwnMutation(disableSecondFactor);

/** Reloads the signed-in user, once a second factor has been set up and its codes were shown. */
export function useReloadOwn() {
  const client = useQueryClient();
  return async () => {
    await Promise.all(ownKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
