import { isNode, isTestOrConfig, lineAt, walk } from "./source-tree.ts";
import type { Breach, SyntaxNode, Tree } from "./source-tree.ts";
import { unshardableSql, isDatabaseClient, isSql, sqlOf, databaseTime } from "./sql-lines.ts";
import { argumentsOf, methodOf, nameOf, objectOf, propertyOf, textOf } from "./syntax.ts";

/** A kind of code that is allowed only in few places, so that a reader knows where to find it. */
type Home = {
  rule: string;
  /** Where the rule applies. Tests, benchmarks and configuration are never checked. */
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
    // The bundled server itself checks whether it has started.
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
      "Shards cannot do this (docs/decisions/0088-what-citus-asks.md): no subquery in OFFSET, no COPY, no `case … when true`. Read the offset in a separate statement.",
    isSuch: (node) => unshardableSql.test(sqlOf(node)),
  },
  {
    rule: "home-of-sql-tenant-by-tenant",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/(?:accounting\/entries\/entry-source|accounting\/totals\/ledger-totals|reports\/transaction\/day-book)\.ts$/,
    message:
      "Only the statements listed in docs/decisions/0088-what-citus-asks.md may query tenant by tenant: group by tenant_id instead.",
    isSuch: (node) => /\(\s*select id from tenants\b/i.test(sqlOf(node)),
  },
  {
    rule: "home-of-fetch",
    scope: /^packages\/web\//,
    // The others fetch the app's code, the server's version of it, the list of the screens' files,
    // and data that api.ts takes over.
    home: /^packages\/web\/src\/platform\/(?:api|loading\/(?:prefetch|files|load-module|screen-files))\.ts$/,
    message: "Only packages/web/src/platform/api.ts talks to the network: call it.",
    isSuch: isNetworkCall,
  },
  {
    rule: "home-of-network",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/platform\/(?:mail|jobs)\//,
    message:
      "Only platform/mail and platform/jobs open outside connections, since no transaction is open there: record the work, and let a job do it.",
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
    message: "Take the current time from the platform's clock.ts, so that tests can set it.",
    isSuch: isCurrentTime,
  },
  {
    rule: "home-of-time",
    scope: /^packages\/api\/src\//,
    // These need the real age of a row or a transaction of the database, whatever the clock says.
    home: /^packages\/api\/src\/(?:accounting\/coherence\/coherence-audit\.ts$|proof\/chain\/)/,
    message:
      "Pass the time of the context's clock into the statement: the database has another clock.",
    isSuch: (node) => databaseTime.test(sqlOf(node)),
  },
  {
    rule: "home-of-markup",
    scope: /^packages\/web\//,
    home: /^packages\/web\/src\/ui\/rich-text\/rich-text-view\.tsx$/,
    message:
      "Only packages/web/src/ui/rich-text/rich-text-view.tsx sets markup, since it sanitises it first: use it.",
    isSuch: isRawMarkup,
  },
  {
    rule: "home-of-money",
    scope: /^packages\//,
    home: /^packages\/books\/src\/money\.ts$/,
    message: "Only packages/books/src/money.ts converts to kobo: call its functions.",
    isSuch: isKoboConversion,
  },
  {
    rule: "home-of-roles",
    scope: /^packages\/(?:api|web)\/src\//,
    home: /^packages\/(?:api|web)\/src\/(?:users\/|platform\/permissions\.ts$)/,
    message: "Check a permission: only api/platform/permissions.ts maps roles to permissions.",
    isSuch: isRoleCheck,
  },
  {
    rule: "home-of-storage",
    scope: /^packages\/web\//,
    // The others remember choices on this device: folded groups, frequently used ledgers, recent
    // choices of the palette, the density of tables.
    home: /^packages\/web\/src\/(?:platform\/|accounting\/(?:chart\/folded-groups|used-ledgers)\.ts$|app\/shell\/palette-choices\.ts$|ui\/table\/density\.ts$)/,
    message:
      "Only web/platform stores data of a tab or a device, which it removes at logout: use its drafts, session or filter.",
    isSuch: isBrowserStorage,
  },
  {
    rule: "home-of-require",
    scope: /^packages\//,
    home: /^$/,
    message:
      "Name the result of createRequire `require` and call it with a plain string: the import checks can follow only that.",
    isSuch: isHiddenRequire,
  },
  {
    rule: "home-of-error-text",
    scope: /^packages\/api\/src\//,
    home: /^packages\/api\/src\/platform\//,
    message:
      "Throw a Refusal with a code: texts for users are in packages/contract/src/error-codes.ts.",
    isSuch: isThrownText,
  },
];

/** Each kind of code is allowed only in its home. */
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

/** An import that can open network connections; types and constants are allowed. */
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
      (object === "performance" && property === "timeOrigin") ||
      (globalNames.has(object ?? "") && property === "Date")
    );
  }
  // Under another name it could not be tracked.
  if (node.type === "VariableDeclarator") return nameOf(node["init"]) === "Date";
  if (node.type !== "CallExpression") return false;
  if (callee === "Date") return true;
  return argumentsOf(node).length === 0 && (callee === "dayjs" || isFormatOfNow(node));
}

/** A formatter of `Intl` without a date uses the current time. */
function isFormatOfNow(node: SyntaxNode): boolean {
  const method = methodOf(node);
  if (method === "formatToParts") return true;
  const format = method === "format" ? objectOf(node["callee"]) : undefined;
  return (
    isNode(format, "Identifier") ||
    (isNode(format, "NewExpression") && nameOf(propertyOf(format["callee"])) === "DateTimeFormat")
  );
}

const roleCheckMethods = new Set(["includes", "indexOf", "some", "every", "find", "has"]);

/** `somebody.roles.includes(…)`: a decision by role. */
function isRoleCheck(node: SyntaxNode): boolean {
  const callee = node.type === "CallExpression" ? node["callee"] : undefined;
  const roles = objectOf(callee);
  return (
    roleCheckMethods.has(nameOf(propertyOf(callee)) ?? "") &&
    (nameOf(roles) ?? nameOf(propertyOf(roles))) === "roles"
  );
}

const storages = new Set(["localStorage", "sessionStorage", "indexedDB"]);

function isBrowserStorage(node: SyntaxNode): boolean {
  if (node.type !== "MemberExpression") {
    return node.type === "VariableDeclarator" && storages.has(nameOf(node["init"]) ?? "");
  }
  const object = nameOf(node["object"]) ?? "";
  const property = nameOf(node["property"]) ?? "";
  return (
    storages.has(object) ||
    (globalNames.has(object) && storages.has(property)) ||
    (object === "document" && property === "cookie")
  );
}

/** A `require` under another name, or of a module whose name is computed at run time. */
function isHiddenRequire(node: SyntaxNode): boolean {
  if (node.type === "VariableDeclarator") {
    const made = node["init"];
    return (
      isNode(made, "CallExpression") &&
      nameOf(made["callee"]) === "createRequire" &&
      nameOf(node["id"]) !== "require"
    );
  }
  if (node.type === "ImportSpecifier") {
    return (
      nameOf(node["imported"]) === "createRequire" && nameOf(node["local"]) !== "createRequire"
    );
  }
  if (node.type !== "CallExpression") return false;
  const callee = node["callee"];
  const isRequire =
    nameOf(callee) === "require" ||
    (isNode(callee, "CallExpression") && nameOf(callee["callee"]) === "createRequire");
  return isRequire && !isNode(argumentsOf(node)[0], "Literal");
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

function isKoboConversion(node: SyntaxNode): boolean {
  if (node.type === "TSAsExpression" || node.type === "TSTypeAssertion") {
    const type = node["typeAnnotation"];
    return isNode(type, "TSTypeReference") && nameOf(type["typeName"]) === "Kobo";
  }
  if (node.type !== "CallExpression") return false;
  return nameOf(node["callee"]) === "parseFloat" || methodOf(node) === "parseFloat";
}

function isThrownText(node: SyntaxNode): boolean {
  if (node.type === "Property") {
    return nameOf(node["key"]) === "message" && textOf(node["value"]) !== undefined;
  }
  const method = methodOf(node);
  const [first] = argumentsOf(node);
  const status = isNode(first, "Literal") ? first["value"] : undefined;
  return (method === "code" || method === "status") && typeof status === "number" && status >= 400;
}
