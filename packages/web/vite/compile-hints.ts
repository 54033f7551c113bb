import type { Plugin } from "vite";

import { isGroup } from "./chunks.ts";

/** Must precede all code. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Tells the browser to compile all functions of the shared chunks while they are still being
 * downloaded, off the main thread. Otherwise the page would stop for each function when it is first
 * called. The hint is V8's [explicit compile hints](https://v8.dev/blog/explicit-compile-hints);
 * other browsers read it as a comment. The small chunks of screens would gain nothing.
 */
export function compileHints(): Plugin {
  return {
    name: "kontor:compile-hints",
    apply: "build",
    generateBundle: {
      // After Vite has put the list of later files before the code of each chunk.
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === "chunk" && isGroup(chunk)) chunk.code = hint + chunk.code;
      },
    },
  };
}
