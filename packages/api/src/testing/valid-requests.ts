import type { Endpoint } from "@kontor/contract/endpoint";
import { z } from "zod";

export type ValidRequest = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
};

/** The values of fields by name; a key `METHOD /path name` takes precedence over the bare name. */
export type FieldValues = Readonly<Record<string, unknown>>;

/**
 * A request that an endpoint's schemas accept, with the required fields and the organization, if it
 * may be named.
 *
 * @throws Error that names the field to add when there is no value for it, or the schemas refuse
 * it.
 */
export function validRequest(endpoint: Endpoint, values: FieldValues): ValidRequest {
  const name = `${endpoint.method} ${endpoint.path}`;
  const request = {
    params: fieldsOf(endpoint.params, name, values),
    query: fieldsOf(endpoint.query, name, values),
    body: fieldsOf(endpoint.body, name, values),
  };
  for (const part of ["params", "query", "body"] as const) {
    const checked = endpoint[part]?.safeParse(textual(part, request[part]));
    if (checked?.success === false) {
      const [issue] = checked.error.issues;
      throw new Error(`${name}, ${part}.${issue?.path.join(".")}: ${issue?.message}`);
    }
  }
  return request;
}

/** Path and query arrive as text. */
function textual(part: string, fields: Record<string, unknown>): Record<string, unknown> {
  if (part === "body") return fields;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function fieldsOf(
  schema: z.ZodType | undefined,
  endpoint: string,
  values: FieldValues,
): Record<string, unknown> {
  if (schema === undefined) return {};
  const described = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const { properties = {}, required = [] } = described;
  const wanted = Object.keys(properties).filter(
    (field) =>
      required.includes(field) || field === "tenant_id" || `${endpoint} ${field}` in values,
  );
  return Object.fromEntries(
    wanted.map((field) => {
      const key = `${endpoint} ${field}`;
      const value = key in values ? values[key] : values[field];
      if (value === undefined) throw new Error(`no valid value is known for ${key}`);
      return [field, value];
    }),
  );
}

/** A body as it is sent: a form if the endpoint accepts files. */
export function sentBody(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  files: Readonly<Record<string, { bytes: Buffer; name: string }>>,
): FormData | Record<string, unknown> | undefined {
  if (endpoint.files === undefined) {
    return endpoint.body === undefined ? undefined : body;
  }
  return formOf(
    body,
    Object.fromEntries(
      endpoint.files.map((name) => {
        const file = files[name];
        if (file === undefined) throw new Error(`no file is known for ${name}`);
        return [name, file];
      }),
    ),
  );
}

/** A multipart body. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, { bytes: Buffer; name: string }>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, { bytes, name: filename }] of Object.entries(files)) {
    form.append(name, new Blob([new Uint8Array(bytes)]), filename);
  }
  return form;
}
