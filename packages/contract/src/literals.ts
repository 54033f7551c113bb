import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import { legacyToken } from "./wire/calls.ts";
import { idOut } from "./wire/ids.ts";

/** The reference lists that `wire/get-lit` serves, by their key. */
export const literalKeys = [
  "states",
  "entry_types",
  "statuses",
  "template_labels",
  "brand_colors",
] as const;
export type LiteralKey = (typeof literalKeys)[number];

const named = { id: idOut, name: z.string() };

/** A key that was not requested is absent. */
export const literals = z.strictObject({
  /** The 36 states of Nigeria and the Federal Capital Territory, by name. */
  states: z
    .array(z.strictObject({ ...named, local_governments: z.array(z.strictObject(named)) }))
    .optional(),
  /** Types of entry; only the system posts those with `system`. */
  entry_types: z
    .array(z.strictObject({ ...named, label: z.string(), prefix: z.string(), system: z.boolean() }))
    .optional(),
  statuses: z
    .strictObject({
      organization: z.array(z.string()),
      salary_advance: z.array(z.string()),
      transaction: z.array(z.string()),
    })
    .optional(),
  template_labels: z
    .array(z.strictObject({ id: idOut, label: z.string(), title: z.string() }))
    .optional(),
  brand_colors: z.strictObject({ default: z.string(), presets: z.array(z.string()) }).optional(),
});

/**
 * The lists change only with a release, so the response carries a strong ETag. The call is a POST
 * for historical reasons but only reads: a matching `If-None-Match` gets 304.
 */
export const getLiterals = endpoint({
  method: "POST",
  path: "/wire/get-lit",
  summary: "Reference lists: states with local governments, entry types, statuses, labels, colours",
  access: "session",
  body: z.strictObject({
    keys: z
      .array(z.enum(literalKeys, { error: `Ask for some of: ${literalKeys.join(", ")}.` }))
      .max(literalKeys.length, `Ask for at most ${literalKeys.length} lists.`)
      .optional(),
    /** A legacy field of older clients: accepted, ignored. */
    ...legacyToken,
  }),
  data: literals,
  etag: true,
});
