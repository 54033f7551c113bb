import { describe, expect, test } from "vitest";

import { allRoutes } from "../../app.ts";
import { openFileWorld } from "../../testing/harness.ts";

type Parameter = { in: string; name: string; required?: boolean; schema: object };
type Operation = {
  summary: string;
  parameters?: Parameter[];
  security: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};
type Document = {
  components: { securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
};

const world = await openFileWorld();
const document = (await world.nobody.send("GET", "/openapi.json")).body as Document;

function operationOf(method: string, path: string): Operation {
  const found = document.paths[`/api${path}`]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}

describe("the description of each call", () => {
  test.for(
    allRoutes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )("%s", ([, endpoint]) => {
    const {
      summary,
      parameters = [],
      security,
      requestBody,
      responses,
    } = operationOf(endpoint.method, endpoint.path);
    expect(summary).toBe(endpoint.summary);
    const inPath = parameters.filter((each) => each.in === "path");
    const named = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
    expect(inPath.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
    expect(inPath.every(({ required }) => required)).toBe(true);
    const header = parameters.filter((each) => each.in === "header").map(({ name }) => name);
    expect(header).toEqual(endpoint.idempotent ? ["idempotency-key"] : []);
    expect(security).toEqual(endpoint.access === "public" ? [] : [{ bearer: [] }]);
    const sent = endpoint.files ? "multipart/form-data" : "application/json";
    expect(Object.keys(requestBody?.content ?? {})).toEqual(endpoint.body ? [sent] : []);
    const given = endpoint.file ?? ["application/json"];
    const answer = responses[String(endpoint.status ?? 200)];
    expect(Object.keys(answer?.content ?? {}).toSorted()).toEqual([...given].toSorted());
    for (const refused of ["4XX", "5XX"]) {
      expect(Object.keys(responses[refused]?.content ?? {})).toEqual(["application/problem+json"]);
    }
  });
});

test("every reference of the document resolves", () => {
  const references: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("$ref" in node && typeof node.$ref === "string") references.push(node.$ref);
    for (const child of Object.values(node)) visit(child);
  };
  visit(document);
  const missing = references.filter((reference) => {
    let node: unknown = document;
    for (const step of reference.replace(/^#\//, "").split("/")) {
      node = (node as Record<string, unknown> | undefined)?.[step];
    }
    return !reference.startsWith("#/") || node === undefined;
  });
  expect(missing).toEqual([]);
  expect(Object.keys(document.components.securitySchemes)).toEqual(["bearer"]);
});
