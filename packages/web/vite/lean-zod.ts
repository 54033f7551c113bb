import type { Plugin } from "vite";

/** The files of zod that write a JSON schema of a schema. */
const files = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

const schemas = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/** Parts of zod's schema file, each with its replacement. */
const cuts: readonly (readonly [RegExp, string])[] = [
  // What `z.string()` can be asked for beside `z.email()` and the like: every format that zod knows.
  [/(export const ZodString = .*?\n\}), \{\n {4}email\(params\).*?\n\}\);/s, "$1);"],
  // What compiles a schema to a function, which the content security policy refuses and the app does without.
  [/core\.\$ZodObjectJIT/g, "core.$$ZodObject"],
  // The search for circular values, which JSON cannot have.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/, ";"],
];

const usesOfFormats =
  /(?<!\b(?:z|iso)\s*)\.(?:email|url|jwt|emoji|guid|uuid|uuidv[467]|nanoid|cuid2?|ulid|base64|base64url|xid|ksuid|ipv[46]|cidrv[46]|e164|datetime|date|time|duration)\(/;
/** What the API's documentation says of a schema. */
const descriptions = /\s*\.meta\(\{[^{}]*\}\)/g;
const ours = /[\\/]packages[\\/](?:contract|web)[\\/]src[\\/].*\.tsx?$/;

/**
 * Leaves out of zod what no bundler can tell that the app never asks for, since every schema refers to it: what
 * writes JSON schemas (the API's documentation has it), which is a fifth of zod, and what our schemas add for it; the
 * formats as methods of a string; what compiles schemas; what looks for circles. The build fails over a use of such a method: the
 * function of that name, as `z.email()`, is there.
 */
export function leanZod(): Plugin {
  return {
    name: "kontor:lean-zod",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (schemas.test(id)) {
        const lean = cuts.reduce((before, [part, without]) => {
          if (!part.test(before)) this.error(`${id} has no ${part.source} that can be left out.`);
          return before.replace(part, without);
        }, code);
        return { code: lean, map: null };
      }
      if (ours.test(id)) {
        if (usesOfFormats.test(code)) this.error(`${id}: write z.email() and the like.`);
        const lean = code.replaceAll(descriptions, "");
        if (lean.includes(".meta(")) this.error(`${id}: a description that cannot be left out.`);
        return lean === code ? null : { code: lean, map: null };
      }
      if (!files.test(id)) return null;
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
