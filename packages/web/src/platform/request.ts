import type { Endpoint } from "@kontor/contract/endpoint";
import { z } from "zod";

import { ApiProblem } from "./api-problem.ts";

/** An input that is split and encoded for sending. */
export type PreparedRequest = {
  /** Path below the base path, with its query string. */
  target: string;
  body: string | FormData | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

function isObjectSchema(schema: z.ZodType | undefined): schema is z.ZodObject<z.core.$ZodShape> {
  return schema instanceof z.ZodObject;
}

/** The fields of an object schema, each with its own schema. */
export function fieldsOf(schema: z.ZodType | undefined): [string, z.core.$ZodType][] {
  return isObjectSchema(schema) ? Object.entries(schema.shape) : [];
}

/**
 * Returns text unchanged, and everything else as JSON, which is also the format of numbers and
 * booleans.
 */
function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Encodes the fields of one schema. Undefined fields are left out, so that the server's default
 * applies. Values that the schema refuses are not sent.
 */
function encodeFields(schema: z.ZodType | undefined, input: Fields): [string, unknown][] {
  const errors: { path: string; message: string }[] = [];
  const encoded: [string, unknown][] = [];
  for (const [key, field] of fieldsOf(schema)) {
    const value = input[key];
    if (value === undefined) continue;
    const result = z.safeEncode(field, value);
    if (result.success) encoded.push([key, result.data]);
    for (const issue of result.error?.issues ?? []) {
      errors.push({ path: [key, ...issue.path].join("."), message: issue.message });
    }
  }
  const [first] = errors;
  if (first) throw new ApiProblem(422, "validation_failed", first.message, errors);
  return encoded;
}

function fillPath(path: string, params: readonly [string, unknown][]): string {
  const values = new Map(params);
  return path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(plainText(values.get(name))),
  );
}

function multipart(fields: readonly [string, unknown][], files: Readonly<Record<string, File>>) {
  const form = new FormData();
  for (const [key, value] of fields) form.append(key, plainText(value));
  for (const [key, file] of Object.entries(files)) form.append(key, file);
  return form;
}

/**
 * Splits one input object into path, query and body by the keys of the endpoint's schemas, and
 * encodes each part by its schema (kobo become decimal strings, moments ISO 8601).
 *
 * @throws ApiProblem (422) with the fields that a schema refuses.
 */
export function prepareRequest(
  endpoint: Endpoint,
  input: Fields,
  files: Readonly<Record<string, File>> = {},
): PreparedRequest {
  const params = encodeFields(endpoint.params, input);
  const query = new URLSearchParams();
  for (const [key, value] of encodeFields(endpoint.query, input)) {
    query.set(key, plainText(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const target = fillPath(endpoint.path, params) + search;
  if (!endpoint.body) return { target, body: undefined };
  const fields = encodeFields(endpoint.body, input);
  const body = endpoint.files
    ? multipart(fields, files)
    : JSON.stringify(Object.fromEntries(fields));
  return { target, body };
}
