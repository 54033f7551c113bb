import { z } from "zod";

import { endpoint, type Endpoint } from "./endpoint.ts";
import { id, organizationParams } from "./wire/ids.ts";
import { moment } from "./wire/moment.ts";
import { maxVersion } from "./wire/version.ts";

/**
 * The level that an effective value comes from: the product, the platform's default (Settings) or
 * the organization's own value (its tab). The level nearest to the organization wins.
 */
export const configurationLevels = ["built_in", "platform", "organization"] as const;
export type ConfigurationLevel = (typeof configurationLevels)[number];

/**
 * The owner of the values: the platform (its defaults, in Settings) or an organization (on its
 * tabs).
 */
export type ConfigurationOwner =
  | "platform"
  | { readonly tenant_id: number; readonly company_id: number };

/** The fields of every response besides the value. */
export const configurationState = {
  level: z.enum(configurationLevels),
  /** The version of the owner's own value; 0 when there is none. Send it back when saving. */
  version: z.int().min(0),
  /** When the owner's own value was saved; null when there is none. */
  updated_at: moment.nullable(),
  /** For the platform: the number of organizations whose own value differs. */
  organizations_differing: z.int().min(0).optional(),
};

const versionSentence = "Send the version that you loaded.";

/**
 * The version that the form was filled with. When another user has saved since, the response is 409
 * `changed_meanwhile`; without it the last save wins.
 */
export const expectedVersion = {
  version: z
    .int({ error: versionSentence })
    .min(0, versionSentence)
    .max(maxVersion, versionSentence)
    .optional(),
};

/** Fields that older clients repeat in the body; they must equal those of the path. */
export const repeatedOrganization = { tenant_id: id.optional(), company_id: id.optional() };

/** An operation and its two endpoints, one for each kind of owner. */
export type ConfigurationEndpoint = {
  readonly organization: Endpoint;
  readonly platform: Endpoint;
};

const organizationBase = "/organizations/{tenant_id}/{company_id}";
const platformBase = "/settings";

type OperationDescription<Data extends z.ZodType> = {
  /** Relative to the owner's path: `/modules`. */
  path: `/${string}`;
  /** A sentence without its full stop: "Read the modules". */
  summary: string;
  data: Data;
};

function summaries(summary: string) {
  return {
    organization: `${summary} of an organization`,
    platform: `${summary} of the platform, in effect for every organization without its own`,
  };
}

/** Describes an operation that reads values. */
export function describeConfigurationRead<Data extends z.ZodType>(
  described: OperationDescription<Data>,
) {
  const { path, data } = described;
  const summary = summaries(described.summary);
  return {
    organization: endpoint({
      method: "GET",
      path: `${organizationBase}${path}`,
      summary: summary.organization,
      access: "configuration.read",
      params: organizationParams,
      data,
    }),
    platform: endpoint({
      method: "GET",
      path: `${platformBase}${path}`,
      summary: summary.platform,
      access: "settings.read",
      data,
    }),
  };
}

type SchemaOf<Shape> = Shape extends z.ZodRawShape ? z.ZodObject<Shape, z.core.$strict> : undefined;

function schemaOf<Shape extends z.ZodRawShape | undefined>(shape: Shape): SchemaOf<Shape> {
  return (shape && z.strictObject(shape)) as SchemaOf<Shape>;
}

/**
 * Describes an operation with a body: a change, or with `access: "read"` a preview that changes
 * nothing.
 *
 * @param described.params the path parameters besides the organization.
 * @param described.file the media types of a file response.
 */
export function describeConfigurationChange<
  Data extends z.ZodType,
  const Params extends z.ZodRawShape | undefined = undefined,
  const Body extends z.ZodRawShape | undefined = undefined,
  const File extends readonly string[] | undefined = undefined,
>(
  described: OperationDescription<Data> & {
    method: "POST" | "PUT";
    access?: "read";
    params?: Params;
    body?: Body;
    file?: File;
  },
) {
  const { method, path, access = "write", params, body, data, file } = described;
  const summary = summaries(described.summary);
  return {
    organization: endpoint({
      method,
      path: `${organizationBase}${path}`,
      summary: summary.organization,
      access: `configuration.${access}`,
      params: z.strictObject({ ...organizationParams.shape, ...params }),
      body: z.strictObject({ ...body, ...repeatedOrganization }),
      data,
      file: file as File,
    }),
    platform: endpoint({
      method,
      path: `${platformBase}${path}`,
      summary: summary.platform,
      access: `settings.${access}`,
      params: schemaOf(params as Params),
      body: schemaOf(body as Body),
      data,
      file: file as File,
    }),
  };
}

/**
 * Describes a kind of configuration that consists of one record, with endpoints to read, save and
 * reset it.
 *
 * @param described.what its name in the summaries: "the advance rules".
 * @param described.body the fields that are saved.
 * @param described.data the fields of the response.
 */
export function describeConfiguration<
  const Body extends z.ZodRawShape,
  const Data extends z.ZodRawShape,
>(described: { path: `/${string}`; what: string; body: Body; data: Data }) {
  const { path, what, body } = described;
  const data = z.strictObject({ ...described.data, ...configurationState });
  return {
    get: describeConfigurationRead({ path, summary: `Read ${what}`, data }),
    save: describeConfigurationChange({
      method: "PUT",
      path,
      summary: `Save ${what}`,
      body: { ...body, ...expectedVersion },
      data,
    }),
    reset: describeConfigurationChange({
      method: "POST",
      path: `${path}/reset`,
      summary: `Reset ${what}`,
      data,
    }),
  };
}
