import { isNode } from "./source-tree.ts";
import type { SyntaxNode } from "./source-tree.ts";

/** The name of an identifier, in code or in JSX. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value, "Identifier") && !isNode(value, "JSXIdentifier")) return undefined;
  return typeof value["name"] === "string" ? value["name"] : undefined;
}

/** `object` of `object.property`. */
export function objectOf(value: unknown): unknown {
  return isNode(value, "MemberExpression") ? value["object"] : undefined;
}

/** `property` of `object.property`. */
export function propertyOf(value: unknown): unknown {
  return isNode(value, "MemberExpression") ? value["property"] : undefined;
}

/** `method` of a call `something.method(…)`. */
export function methodOf(node: SyntaxNode): string | undefined {
  const callee = node.type === "CallExpression" ? node["callee"] : undefined;
  return isNode(callee, "MemberExpression") ? nameOf(callee["property"]) : undefined;
}

/** The arguments of a call; empty for any other node. */
export function argumentsOf(node: SyntaxNode): readonly unknown[] {
  return Array.isArray(node["arguments"]) ? node["arguments"] : [];
}

/** The text of a string, or of a template up to its first placeholder. */
export function textOf(value: unknown): string | undefined {
  if (isNode(value, "Literal")) {
    return typeof value["value"] === "string" ? value["value"] : undefined;
  }
  if (!isNode(value, "TemplateLiteral") || !Array.isArray(value["quasis"])) return undefined;
  return rawOf(value["quasis"][0]);
}

/** The text of one piece of a template. */
export function rawOf(piece: unknown): string | undefined {
  const cooked = isNode(piece, "TemplateElement") ? piece["value"] : undefined;
  if (typeof cooked !== "object" || cooked === null || !("raw" in cooked)) return undefined;
  return String(cooked.raw);
}
