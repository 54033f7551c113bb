import { z } from "zod";

import { id, lastVersion, moment } from "./wire.ts";

/**
 * Where an effective value comes from: the product itself, the platform's default (Settings) or the
 * organization's own (its tab). The nearest to the organization wins.
 */
export const configurationLevels = ["built_in", "platform", "organization"] as const;
export type ConfigurationLevel = (typeof configurationLevels)[number];

/** What is told of a value on an organization's tab. */
export const ofOrganization = {
  level: z.enum(configurationLevels),
  /** Version of the organization's own value; 0 while it has none. Send it back when saving. */
  version: z.int().min(0),
  /** When the organization's own value was saved; null while it has none. */
  updated_at: moment.nullable(),
};

/** What is told of a value in Settings. */
export const ofPlatform = {
  level: z.enum(["built_in", "platform"]),
  /** Version of the platform's default; 0 while the built-in value holds. Send it back when saving. */
  version: z.int().min(0),
  updated_at: moment.nullable(),
  /** How many organizations have a value of their own that is another than this one. */
  organizations_differing: z.int().min(0),
};

const sentence = "Send the version that you loaded.";

/**
 * The version that the form was filled with. When somebody saved meanwhile the response is 409
 * `changed_meanwhile`; left out, the last save wins.
 */
export const expectedVersion = {
  version: z.int({ error: sentence }).min(0, sentence).max(lastVersion, sentence).optional(),
};

/** Fields that older clients repeat in the body; they must say what the address says. */
export const repeatedOrganization = { tenant_id: id.optional(), company_id: id.optional() };
