import type { Plugin } from "vite";

/** The files of zod that write a JSON schema of a schema. */
const files = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/**
 * Leaves out of zod what writes JSON schemas: every schema refers to it, so that no bundler can tell that the
 * app never asks for one (the API's documentation does). It is a fifth of zod.
 */
export function leanZod(): Plugin {
  return {
    name: "kontor:lean-zod",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
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
