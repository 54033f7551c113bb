import type { Plugin } from "vite";

import { earlyChunk } from "./chunks.ts";

/**
 * Makes the page fetch and run the script that prefetches data (`platform/part/early-data.ts`)
 * before the other scripts are loaded. Its tag is placed after the first script, from which the app
 * reads its version.
 */
export function earlyData(): Plugin {
  return {
    name: "kontor:early-data",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find(
          (each) => each.type === "chunk" && each.name === earlyChunk,
        );
        if (chunk?.type !== "chunk" || chunk.imports.length > 0)
          throw new Error("What asks for data early is to be one file that needs no other.");
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
