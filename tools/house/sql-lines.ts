import { isNode } from "./source-tree.ts";
import type { SyntaxNode } from "./source-tree.ts";
import { argumentsOf, methodOf, nameOf, objectOf, rawOf, textOf } from "./syntax.ts";

const queryBuilders = new Set([
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
]);
const sqlText =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|truncate|grant|revoke|begin|commit|set|lock|copy|call|explain|vacuum|analyze)\b/i;

/** Whether a node is an SQL statement or the start of one. */
export function isSql(node: SyntaxNode): boolean {
  if (node.type === "TaggedTemplateExpression") {
    return nameOf(node["tag"]) === "sql" || nameOf(objectOf(node["tag"])) === "sql";
  }
  const method = methodOf(node);
  if (method === undefined) return false;
  if (queryBuilders.has(method)) return true;
  const [first] = argumentsOf(node);
  if (method !== "query" || first === undefined) return false;
  const text = textOf(first);
  // A statement in a variable counts too; only a function does not.
  return text === undefined ? !isNode(first, "ArrowFunctionExpression") : sqlText.test(text);
}

const databaseClients = new Set(["kysely", "pg"]);

/** An import that can build or send statements. Type imports are allowed. */
export function isDatabaseClient(node: SyntaxNode): boolean {
  if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return false;
  if (!databaseClients.has(textOf(node["source"]) ?? "")) return false;
  const specifiers: unknown = node["specifiers"];
  return (
    !Array.isArray(specifiers) ||
    specifiers.some((each) => isNode(each) && each["importKind"] !== "type")
  );
}

/** The database's own time in a statement. */
export const databaseTime =
  /\bnow\(\)|\bcurrent_(?:date|time|timestamp)\b|\blocaltime(?:stamp)?\b|\b(?:clock|statement|transaction)_timestamp\(\)/i;

/** Constructs that do not work on shards (docs/decisions/0088-what-citus-asks.md). */
export const unshardableSql =
  /\boffset\s*\(\s*select\b|\bcopy\s+\w+\s+(?:from|to)\b|\bcase\s+\S+\s+when\s+(?:true|false)\b/i;

/** The text of an SQL template, with a word in place of each value. */
export function sqlOf(node: SyntaxNode): string {
  if (node.type !== "TaggedTemplateExpression" || !isSql(node)) return "";
  const template = node["quasi"];
  if (!isNode(template, "TemplateLiteral") || !Array.isArray(template["quasis"])) return "";
  return template["quasis"].map((part: unknown) => rawOf(part) ?? "").join("filled_in");
}
