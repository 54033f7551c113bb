import type { Plugin } from "vite";

import { prefetchChunk } from "./chunks.ts";

/**
 * Makes the page fetch and run the script that prefetches data (`platform/loading/prefetch.ts`)
 * before the other scripts are loaded. Its tag is placed after the first script, from which the app
 * reads its version.
 */
export function prefetch(): Plugin {
  return {
    name: "kontor:prefetch",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find(
          (each) => each.type === "chunk" && each.name === prefetchChunk,
        );
        if (chunk?.type !== "chunk" || chunk.imports.length > 0)
          throw new Error("The script that prefetches data must be one chunk without imports.");
        const src = `/${chunk.fileName}`;
        const attrs = {
          type: "module",
          async: true,
          crossorigin: true,
          fetchpriority: "high",
          src,
        };
        return [{ tag: "script", injectTo: "head", attrs }];
      },
    },
  };
}
