import type { ConfigurationEndpoint, ConfigurationOwner } from "@kontor/contract/configuration";
import type { DataOf, Endpoint, InputOf } from "@kontor/contract/endpoint";

import {
  resetValues,
  saveValue,
  shownValue,
  type ConfigurationKind,
} from "../configuration/configuration.ts";
import { fileRoute, type FileResponse } from "../http/serve-file.ts";
import { route, type Route } from "../http/serve.ts";
import type { Context } from "../scope.ts";
import { organizationAt, type OrganizationPath } from "./organization.ts";

/**
 * Handles an operation for the platform, or for an existing organization that the actor may see.
 */
type Handler<Call extends ConfigurationEndpoint, Result> = (
  context: Context,
  owner: ConfigurationOwner,
  input: InputOf<Call["platform"]>,
) => Promise<Result>;

/** The two endpoints of an operation; each determines its owner first. */
function bound<Call extends ConfigurationEndpoint, Result>(
  call: Call,
  handler: Handler<Call, Result>,
) {
  // Both decode the input of the platform's endpoint; the organization's adds the owner.
  type Input = InputOf<Call["platform"]>;
  return [
    {
      endpoint: call.organization,
      work: async (context: Context, input: unknown) => {
        const path = input as Input & OrganizationPath;
        const { tenant_id, company_id } = await organizationAt(context, path);
        return handler(context, { tenant_id, company_id }, path);
      },
    },
    {
      endpoint: call.platform,
      work: (context: Context, input: unknown) => handler(context, "platform", input as Input),
    },
  ] as const;
}

/** Binds an operation's two endpoints to the one function that handles either owner. */
export function configurationRoutes<Call extends ConfigurationEndpoint>(
  call: Call,
  handler: Handler<Call, DataOf<Call["platform"]>>,
): Route[] {
  return bound(call, handler).map(({ endpoint, work }) => route<Endpoint>(endpoint, work));
}

/** The same for an operation that responds with a file. */
export function configurationFileRoutes<
  Call extends Readonly<
    Record<keyof ConfigurationEndpoint, Endpoint & { readonly file: readonly string[] }>
  >,
>(call: Call, handler: Handler<Call, FileResponse>): Route[] {
  const [organization, platform] = bound(call, handler);
  return [
    fileRoute<Call["organization"]>(call.organization, organization.work),
    fileRoute<Call["platform"]>(call.platform, platform.work),
  ];
}

type SingleCalls = Readonly<Record<"get" | "save" | "reset", ConfigurationEndpoint>>;

type Single<Calls extends SingleCalls, Key extends string, Value extends object> = {
  kind: ConfigurationKind<Key, Value>;
  key: Key;
  /** The value to store for an input. @throws Refusal for rules that the contract cannot check */
  accept: (
    input: InputOf<Calls["save"]["platform"]>,
    context: Context,
    owner: ConfigurationOwner,
  ) => Value | Promise<Value>;
  /** The response fields that show the value; by default those of the value. */
  present?: (value: Value, owner: ConfigurationOwner) => object;
};

/**
 * Binds a kind of configuration that consists of one record: `describeConfiguration` of the contract.
 */
export function singleConfigurationRoutes<
  Calls extends SingleCalls,
  Key extends string,
  Value extends object,
>(
  calls: Calls,
  { kind, key, accept, present = (value) => value }: Single<Calls, Key, Value>,
): Route[] {
  const show = async (context: Context, owner: ConfigurationOwner): Promise<unknown> => {
    const { key: _key, value, ...state } = await shownValue(context.tx, owner, kind, key);
    return { ...present(value, owner), ...state };
  };
  return [
    ...configurationRoutes<ConfigurationEndpoint>(calls.get, show),
    ...configurationRoutes<ConfigurationEndpoint>(calls.save, async (context, owner, input) => {
      const saved = input as InputOf<Calls["save"]["platform"]> & { version?: number };
      const { version } = saved;
      const value = await accept(saved, context, owner);
      await saveValue(context, owner, kind, { key, value, version });
      return show(context, owner);
    }),
    ...configurationRoutes<ConfigurationEndpoint>(calls.reset, async (context, owner) => {
      await resetValues(context, owner, kind);
      return show(context, owner);
    }),
  ];
}
