import { isNode, isTestOrConfig, lineAt, walk } from "./source-tree.ts";
import type { Breach, SyntaxNode, Tree } from "./source-tree.ts";

/** A kind of line that is allowed in few places, so that a reader knows where to look for it. */
type Home = {
  rule: string;
  /** Where the rule looks; tests, benchmarks and configuration are never looked at. */
  scope: RegExp;
  home: RegExp;
  message: string;
  isSuch: (node: SyntaxNode) => boolean;
};

const homes: readonly Home[] = [
  {
    rule: "home-of-sql",
    scope: /^packages\//,
    home: /^packages\/api\/(?:src\/(?!commands\/)[^/]+\/|migrations\/)/,
    message: "SQL lives in the features and the platform of the API: call a function of theirs.",
    isSuch: isSql,
  },
  {
    rule: "home-of-sql",
    // The bundled server asks itself whether it has started.
    scope: /^packages\/(?!embedded-postgres\/)/,
    home: /^packages\/api\/src\/(?!commands\/)[^/]+\//,
    message: "SQL lives in the features and the platform of the API: call a function of theirs.",
    isSuch: isDatabaseClient,
  },
  {
    rule: "home-of-sql",
    scope: /^packages\/api\/src\/(?:.+\/)?routes\.ts$/,
    home: /^$/,
    message:
      "routes.ts only binds calls to functions: put the statement into the file of its noun.",
    isSuch: isSql,
  },
  {
    rule: "home-of-postings",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/accounting\/entries\/post(?:ings|-for-tenants)\.ts$/,
    message:
      "The books have one door, packages/api/src/accounting/entries/postings.ts: call postEntries.",
    isSuch: (node) => /\bpost_(?:entries|for_tenants)\s*\(/.test(sqlOf(node)),
  },
  {
    rule: "home-of-sql-for-one-server",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/accounting\/entries\/entries-list\.ts$/,
    message:
      "Shards cannot do this (docs/decisions/0088-what-citus-asks.md): no subquery in OFFSET, no COPY, no `case … when true`. Read the offset by a statement of its own.",
    isSuch: (node) => forOneServer.test(sqlOf(node)),
  },
  {
    rule: "home-of-sql-tenant-by-tenant",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/(?:accounting\/entries\/entries-list|accounting\/totals\/ledger-totals|reports\/transaction\/day-book)\.ts$/,
    message:
      "Statements that ask each tenant by itself are few and listed in docs/decisions/0088-what-citus-asks.md: group by tenant_id instead.",
    isSuch: (node) => /\(\s*select id from tenants\b/i.test(sqlOf(node)),
  },
  {
    rule: "home-of-fetch",
    scope: /^packages\/web\//,
    // The others ask only which version of the app the server has, and which files its screens load.
    home: /^packages\/web\/src\/platform\/(?:api|part\/(?:load-part|screen-files))\.ts$/,
    message: "Only packages/web/src/platform/api.ts talks to the network: call it.",
    isSuch: isNetworkCall,
  },
  {
    rule: "home-of-network",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/platform\/(?:mail|jobs)\//,
    message:
      "Only platform/mail and platform/jobs call others on the network, where no transaction is open: record what is to be done, and let a job do it.",
    isSuch: (node) => isNetworkCall(node) || isNetworkClient(node),
  },
  {
    rule: "home-of-environment",
    scope: /^packages\//,
    home: /^packages\/api\/src\/platform\/environment\.ts$/,
    message:
      "Only packages/api/src/platform/environment.ts reads the environment: take the value from it.",
    isSuch: isEnvironment,
  },
  {
    rule: "home-of-environment",
    scope: /^packages\/web\//,
    home: /^packages\/web\/src\/platform\//,
    message: "Only the platform of the web reads import.meta.env: take the value from there.",
    isSuch: (node) =>
      node.type === "MemberExpression" &&
      isNode(node["object"], "MetaProperty") &&
      nameOf(node["property"]) === "env",
  },
  {
    rule: "home-of-time",
    scope: /^packages\//,
    home: /^packages\/(?:api|web)\/src\/platform\/clock\.ts$/,
    message:
      "The current time comes from the platform's clock.ts, so that a test can hold it still.",
    isSuch: isCurrentTime,
  },
  {
    rule: "home-of-time",
    scope: /^packages\/api\/src\//,
    // These ask how old a row or a transaction of the database really is, whatever the clock says.
    home: /^packages\/api\/src\/(?:accounting\/coherence\/coherence-audit\.ts$|proof\/chain\/)/,
    message: "Pass the time of the context's clock into the statement: the database has another.",
    isSuch: (node) => timeOfDatabase.test(sqlOf(node)),
  },
  {
    rule: "home-of-markup",
    scope: /^packages\/web\//,
    home: /^packages\/web\/src\/ui\/rich-text\/rich-text-view\.tsx$/,
    message:
      "Only packages/web/src/ui/rich-text/rich-text-view.tsx sets markup, for it sanitises first: use it.",
    isSuch: isRawMarkup,
  },
  {
    rule: "home-of-money",
    scope: /^packages\//,
    home: /^packages\/books\/src\/money\.ts$/,
    message: "Only packages/books/src/money.ts makes kobo of something else: call its functions.",
    isSuch: isMoneyMaking,
  },
  {
    rule: "home-of-error-text",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/platform\//,
    message:
      "Throw a Refusal by its code: what users read is in packages/contract/src/error-codes.ts.",
    isSuch: isErrorText,
  },
];

/** One home per kind of line: each stands where the house says, and nowhere else. */
export function homeBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const { path, text, syntax } of tree.files.values()) {
    if (path.endsWith(".sql")) {
      const home = /^(?:packages\/api|bench)\//.test(path);
      const message = "SQL files belong to the migrations of the API or to the benchmarks.";
      if (!home) breaches.push({ file: path, line: 1, rule: "home-of-sql", message });
    }
    if (!syntax || isTestOrConfig(path)) continue;
    const strangers = homes.filter(({ scope, home }) => scope.test(path) && !home.test(path));
    walk(syntax, (node) => {
      for (const { rule, message, isSuch } of strangers) {
        if (isSuch(node))
          breaches.push({ file: path, line: lineAt(text, node.start), rule, message });
      }
    });
  }
  return breaches;
}

const queryBuilders = new Set([
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
]);
const sqlText =
  /^\s*(?:select|insert|update|delete|with|create|alter|drop|truncate|grant|revoke|begin|commit|set|lock|copy|call|explain|vacuum|analyze)\b/i;

function isSql(node: SyntaxNode): boolean {
  if (node.type === "TaggedTemplateExpression") {
    return nameOf(node["tag"]) === "sql" || nameOf(objectOf(node["tag"])) === "sql";
  }
  const method = methodOf(node);
  if (method === undefined) return false;
  if (queryBuilders.has(method)) return true;
  const [first] = argumentsOf(node);
  return method === "query" && sqlText.test(textOf(first) ?? "");
}

const databaseClients = new Set(["kysely", "pg"]);

/** An import of what makes statements or sends them; types alone are allowed. */
function isDatabaseClient(node: SyntaxNode): boolean {
  if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return false;
  if (!databaseClients.has(textOf(node["source"]) ?? "")) return false;
  const specifiers: unknown = node["specifiers"];
  return (
    !Array.isArray(specifiers) ||
    specifiers.some((each) => isNode(each) && each["importKind"] !== "type")
  );
}

const timeOfDatabase =
  /\bnow\(\)|\bcurrent_(?:date|time|timestamp)\b|\blocaltime(?:stamp)?\b|\b(?:clock|statement|transaction)_timestamp\(\)/i;

const forOneServer =
  /\boffset\s*\(\s*select\b|\bcopy\s+\w+\s+(?:from|to)\b|\bcase\s+\S+\s+when\s+(?:true|false)\b/i;

/** The text of a template of SQL, with a word where a value is filled in. */
function sqlOf(node: SyntaxNode): string {
  if (node.type !== "TaggedTemplateExpression" || !isSql(node)) return "";
  const template = node["quasi"];
  if (!isNode(template, "TemplateLiteral") || !Array.isArray(template["quasis"])) return "";
  return template["quasis"].map((part: unknown) => rawOf(part) ?? "").join("filled_in");
}

const networkClasses = new Set(["XMLHttpRequest", "EventSource", "WebSocket"]);
const globalNames = new Set(["window", "globalThis", "self"]);

function isNetworkCall(node: SyntaxNode): boolean {
  if (node.type === "NewExpression") return networkClasses.has(nameOf(node["callee"]) ?? "");
  if (node.type === "CallExpression") {
    return nameOf(node["callee"]) === "fetch" || methodOf(node) === "sendBeacon";
  }
  return (
    node.type === "MemberExpression" &&
    nameOf(node["property"]) === "fetch" &&
    globalNames.has(nameOf(node["object"]) ?? "")
  );
}

const networkLibraries = new Set([
  "nodemailer",
  "undici",
  "node:http",
  "node:https",
  "node:http2",
  "node:net",
  "node:tls",
]);
const networkClients = new Set(["createTransport", "request", "get", "connect", "Agent", "Client"]);

/** An import of what opens connections to others; types and constants are allowed. */
function isNetworkClient(node: SyntaxNode): boolean {
  if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return false;
  if (!networkLibraries.has(textOf(node["source"]) ?? "")) return false;
  const specifiers: readonly unknown[] = Array.isArray(node["specifiers"])
    ? node["specifiers"]
    : [];
  return specifiers.some(
    (each) =>
      (isNode(each, "ImportSpecifier") &&
        each["importKind"] !== "type" &&
        networkClients.has(nameOf(each["imported"]) ?? "")) ||
      isNode(each, "ImportDefaultSpecifier") ||
      isNode(each, "ImportNamespaceSpecifier"),
  );
}

function isEnvironment(node: SyntaxNode): boolean {
  if (node.type === "MemberExpression") {
    const process = nameOf(node["object"]) ?? nameOf(propertyOf(node["object"]));
    return (
      process === "process" && (nameOf(node["property"]) ?? textOf(node["property"])) === "env"
    );
  }
  if (node.type === "VariableDeclarator") {
    return nameOf(node["init"]) === "process" && isNode(node["id"], "ObjectPattern");
  }
  return node.type === "ImportSpecifier" && nameOf(node["imported"]) === "env";
}

function isCurrentTime(node: SyntaxNode): boolean {
  const callee = nameOf(node["callee"]);
  if (node.type === "NewExpression") return callee === "Date" && argumentsOf(node).length === 0;
  if (node.type === "MemberExpression") {
    const object = nameOf(node["object"]);
    const property = nameOf(node["property"]);
    return (
      (object === "Date" && property === "now") ||
      (object === "Temporal" && property === "Now") ||
      (globalNames.has(object ?? "") && property === "Date")
    );
  }
  // Under another name it could not be followed.
  if (node.type === "VariableDeclarator") return nameOf(node["init"]) === "Date";
  if (node.type !== "CallExpression") return false;
  return callee === "Date" || (callee === "dayjs" && argumentsOf(node).length === 0);
}

const markupNames = new Set(["dangerouslySetInnerHTML", "innerHTML", "outerHTML"]);

function isRawMarkup(node: SyntaxNode): boolean {
  if (node.type === "JSXAttribute") return markupNames.has(nameOf(node["name"]) ?? "");
  if (node.type === "Property") return markupNames.has(nameOf(node["key"]) ?? "");
  if (node.type === "AssignmentExpression") {
    const target = node["left"];
    return isNode(target, "MemberExpression") && markupNames.has(nameOf(target["property"]) ?? "");
  }
  return methodOf(node) === "insertAdjacentHTML";
}

function isMoneyMaking(node: SyntaxNode): boolean {
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
    const type = node["typeAnnotation"];
    return isNode(type, "TSTypeReference") && nameOf(type["typeName"]) === "Kobo";
  }
  if (node.type !== "CallExpression") return false;
  return nameOf(node["callee"]) === "parseFloat" || methodOf(node) === "parseFloat";
}

function isErrorText(node: SyntaxNode): boolean {
  if (node.type === "Property") {
    return nameOf(node["key"]) === "message" && textOf(node["value"]) !== undefined;
  }
  const method = methodOf(node);
  const [first] = argumentsOf(node);
  const status = isNode(first, "Literal") ? first["value"] : undefined;
  return (method === "code" || method === "status") && typeof status === "number" && status >= 400;
}

/** The name of an identifier, in code or in JSX. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value, "Identifier") && !isNode(value, "JSXIdentifier")) return undefined;
  return typeof value["name"] === "string" ? value["name"] : undefined;
}

/** `object` of `object.property`. */
function objectOf(value: unknown): unknown {
  return isNode(value, "MemberExpression") ? value["object"] : undefined;
}

/** `property` of `object.property`. */
function propertyOf(value: unknown): unknown {
  return isNode(value, "MemberExpression") ? value["property"] : undefined;
}

/** `method` of a call `something.method(…)`. */
function methodOf(node: SyntaxNode): string | undefined {
  const callee = node.type === "CallExpression" ? node["callee"] : undefined;
  return isNode(callee, "MemberExpression") ? nameOf(callee["property"]) : undefined;
}

function argumentsOf(node: SyntaxNode): readonly unknown[] {
  return Array.isArray(node["arguments"]) ? node["arguments"] : [];
}

/** The text of a string, or of a template up to its first placeholder. */
function textOf(value: unknown): string | undefined {
  if (isNode(value, "Literal")) {
    return typeof value["value"] === "string" ? value["value"] : undefined;
  }
  if (!isNode(value, "TemplateLiteral") || !Array.isArray(value["quasis"])) return undefined;
  return rawOf(value["quasis"][0]);
}

/** The text of one piece of a template. */
function rawOf(piece: unknown): string | undefined {
  const cooked = isNode(piece, "TemplateElement") ? piece["value"] : undefined;
  if (typeof cooked !== "object" || cooked === null || !("raw" in cooked)) return undefined;
  return String(cooked.raw);
}
