import type { Endpoint } from "@kontor/contract/endpoint";
import { errorSentence, type FieldProblem } from "@kontor/contract/error-codes";
import { z } from "zod";

import { Refusal } from "../refusal.ts";

/** The maximum number of problems in one response. */
const maxProblems = 20;

type Parts = { params: unknown; query: unknown; body: unknown };

/** The query or body schema of an endpoint that defines none: empty. */
const nothing = z.strictObject({});

/** The message about an unknown field, by its place in the request. */
const unknownField = {
  body: (name: string) => `There is no field called ${name} here.`,
  // Unknown fields are refused, because a request with a misspelt dry run or filter must not be
  // executed without it.
  query: (name: string) =>
    `The address asks for ${name}, which this call does not know. Nothing was done: leave ${name} out.`,
};

/**
 * Decodes params, query and body with the endpoint's schemas into one object, and collects every
 * problem. A field that occurs in both path and body must have the same value, and every text must
 * be storable. Unknown fields are problems too, including any query or body of an endpoint that
 * defines none.
 *
 * @throws Refusal `validation_failed` with the path and a message for each field, twenty at most.
 */
export function decodeInput(endpoint: Endpoint, parts: Parts): Record<string, unknown> {
  const problems: FieldProblem[] = [];
  const input: Record<string, unknown> = {};
  const merge = (fields: Readonly<Record<string, unknown>>): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      if (Object.hasOwn(input, field) && input[field] !== value) {
        problems.push({ path: field, message: errorSentence("address_mismatch", { field }) });
      }
      input[field] = value;
    }
  };
  const read = (
    schema: z.ZodType | undefined,
    value: unknown,
    unknown: (name: string) => string = unknownField.body,
  ): void => {
    if (schema === undefined) return;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      // Unknown fields first, because a misspelt field is often why another one is missing.
      const issues = parsed.error.issues.toSorted((one, other) => rankOf(one) - rankOf(other));
      problems.push(...issues.flatMap((issue) => problemsOf(issue, unknown)));
      return;
    }
    problems.push(...unstorableTexts(parsed.data));
    merge(parsed.data as Record<string, unknown>);
  };
  read(endpoint.params, parts.params);
  read(endpoint.query ?? nothing, parts.query, unknownField.query);
  read(endpoint.body ?? nothing, parts.body ?? {});
  const first = problems[0];
  if (first !== undefined) {
    throw new Refusal(
      "validation_failed",
      { summary: first.message },
      { errors: problems.slice(0, maxProblems) },
    );
  }
  return input;
}

/**
 * Finds texts that PostgreSQL cannot store: with a NUL character, or half of a surrogate pair. Only
 * decoded input is searched, which is never deeply nested.
 */
function unstorableTexts(value: unknown, path = ""): FieldProblem[] {
  if (typeof value === "string") {
    const isWhole = value.isWellFormed() && !value.includes("\u0000");
    return isWhole ? [] : [{ path, message: errorSentence("text_broken") }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    unstorableTexts(part, path === "" ? name : `${path}.${name}`),
  );
}

const rankOf = (issue: z.core.$ZodIssue) => (issue.code === "unrecognized_keys" ? 0 : 1);

function problemsOf(issue: z.core.$ZodIssue, unknown: (name: string) => string): FieldProblem[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      message: unknown(key.slice(0, 60)),
    }));
  }
  return [{ path, message: issue.message }];
}
