import type { Endpoint } from "@kontor/contract/endpoint";
import type { FastifySchema } from "fastify";
import { z } from "zod";

const problem = {
  type: "object",
  required: ["type", "title", "status", "code", "message"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string" },
    message: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

function refusal(description: string): object {
  return { description, content: { "application/problem+json": { schema: problem } } };
}

const idempotencyKey = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      pattern: "^[\\x21-\\x7e]{8,200}$",
      description:
        "Made anew for each thing to be done, and the same when it is sent again: then it is done once and the response is the first one.",
    },
  },
};

const meta = {
  type: "object",
  properties: {
    page: { type: "integer" },
    per_page: { type: "integer" },
    total: { type: "integer" },
    up_to: { type: "string", description: "On lists that take it back as a query parameter" },
  },
};

/**
 * The JSON Schema of the wire format: the input side of each codec, for requests and responses
 * alike.
 */
function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return json;
}

/**
 * The OpenAPI description of a route. It is only documentation: decoding and validation use the
 * contract's own schemas.
 */
export function describeRoute(endpoint: Endpoint): FastifySchema {
  const data = wireSchema(endpoint.data);
  const body = endpoint.body === undefined ? undefined : wireSchema(endpoint.body);
  if (body !== undefined && endpoint.files !== undefined) {
    const images = endpoint.files.map((name) => [name, { type: "string", format: "binary" }]);
    body["properties"] = { ...(body["properties"] as object), ...Object.fromEntries(images) };
  }
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split("/")[1] ?? ""],
    security: endpoint.access === "public" ? [] : [{ bearer: [] }],
    ...(endpoint.idempotent ? { headers: idempotencyKey } : {}),
    ...(endpoint.files ? { consumes: ["multipart/form-data"] } : {}),
    ...(endpoint.params ? { params: wireSchema(endpoint.params) } : {}),
    ...(endpoint.query ? { querystring: wireSchema(endpoint.query) } : {}),
    ...(body ? { body } : {}),
    response: {
      [endpoint.status ?? 200]: endpoint.file
        ? fileResponse(endpoint.summary, endpoint.file)
        : {
            type: "object",
            description: endpoint.summary,
            properties: endpoint.paged ? { data, meta } : { data },
          },
      "4xx": refusal("Refused: the code and the message say why"),
      "5xx": refusal("Not done: a fault of the server, or it is busy and another try makes sense"),
    },
  };
}

function fileResponse(description: string, mediaTypes: readonly string[]): object {
  const bytes = { schema: { type: "string", format: "binary" } };
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, bytes])) };
}
