import type { Plugin } from "vite";

import { isGroup } from "./chunks.ts";

/** Has to stand before all code. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Asks the browser to compile all functions of the shared chunks while they are still being received, away from the
 * page's thread, which would otherwise stop for each of them when it is first called: V8's [explicit compile
 * hints](https://v8.dev/blog/explicit-compile-hints), which other browsers read as a comment. The small chunks of
 * screens would gain nothing.
 */
export function compileHints(): Plugin {
  return {
    name: "kontor:compile-hints",
    apply: "build",
    generateBundle: {
      // After Vite has written before the code of each chunk which files it loads later.
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && isGroup(chunk)) chunk.code = hint + chunk.code;
      },
    },
  };
}
