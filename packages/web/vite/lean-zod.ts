import type { Plugin } from "vite";

/** The files of zod that convert a schema to JSON Schema. */
const jsonSchemaFiles =
  /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

const schemas = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/** Parts of zod's schema file, each with its replacement. */
const replacedParts: readonly (readonly [RegExp, string])[] = [
  // The string formats as methods of `z.string()`; `z.email()` and the like remain.
  [/(export const ZodString = .*?\n\}), \{\n {4}email\(params\).*?\n\}\);/s, "$1);"],
  // The compiler of schemas to functions, which the content security policy forbids and the app
  // does not need.
  [/core\.\$ZodObjectJIT/g, "core.$$ZodObject"],
  // The detection of circular values, which JSON cannot have.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, ";"],
];

/** The English messages of zod itself. */
const locale = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/;

const formatMethodCalls =
  /(?<!\b(?:z|iso)\s*)\.(?:email|url|jwt|emoji|guid|uuid|uuidv[467]|nanoid|cuid2?|ulid|base64|base64url|xid|ksuid|ipv[46]|cidrv[46]|e164|datetime|date|time|duration)\(/;
/** The descriptions of schemas for the API's documentation. */
const descriptions = /\s*\.meta\(\{[^{}]*\}\)/g;
const ours = /[\\/]packages[\\/](?:contract|web)[\\/]src[\\/].*\.tsx?$/;

/**
 * Removes unused parts of zod. No bundler can tell that they are unused, since every schema refers
 * to them: the conversion to JSON Schema, a fifth of zod, which only the API's documentation needs,
 * and the descriptions of our schemas for it; the string formats as methods; the compiler of
 * schemas; the detection of circular values; the English messages of its own. The build fails if the app uses such a method; use the
 * function of that name, such as `z.email()`.
 */
export function leanZod(): Plugin {
  return {
    name: "kontor:lean-zod",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (schemas.test(id)) {
        const lean = replacedParts.reduce((before, [part, without]) => {
          if (!part.test(before)) this.error(`${id} has no ${part.source} that can be left out.`);
          return before.replace(part, without);
        }, code);
        return { code: lean, map: null };
      }
      if (ours.test(id)) {
        if (formatMethodCalls.test(code)) this.error(`${id}: write z.email() and the like.`);
        const lean = code.replaceAll(descriptions, "");
        if (lean.includes(".meta(")) this.error(`${id}: a description that cannot be left out.`);
        return lean === code ? null : { code: lean, map: null };
      }
      // The contract's rules have sentences of their own; without one zod says "Invalid input".
      if (locale.test(id)) {
        return { code: "export default () => ({ localeError: () => undefined });", map: null };
      }
      if (!jsonSchemaFiles.test(id)) return null;
      const names = [...code.matchAll(/^export (?:async )?(?:const|function|class|let) (\w+)/gm)];
      if (names.length === 0) this.error(`${id} exports nothing that can be left out.`);
      const exports = names.map(([, name]) => `none as ${name}`).join(", ");
      return {
        code: `const none = () => () => { throw new Error("The app writes no JSON schemas."); };\nexport { ${exports} };`,
        map: null,
      };
    },
  };
}
