import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

/** Vite's own module around every dynamic import of a build. */
const preloadHelper = /^\0vite\/preload-helper\.js$/;

const filesModule = fileURLToPath(new URL("../src/platform/loading/files.ts", import.meta.url));

/**
 * Makes every dynamic import of a build request its files before it imports them
 * (web/platform/loading/files.ts). Vite's own function requests them by `modulepreload`, and a
 * browser does not request a script again once that has failed. The build fails if Vite no longer
 * has such a function.
 */
export function importFiles(): Plugin {
  let isReplaced = false;
  return {
    name: "kontor:import-files",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: preloadHelper },
      handler() {
        isReplaced = true;
        return `export { importWithFiles as __vitePreload } from ${JSON.stringify(filesModule)};`;
      },
    },
    generateBundle() {
      if (!isReplaced) this.error("Vite's function around dynamic imports was not found.");
    },
  };
}
