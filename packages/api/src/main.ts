import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before any other import: reuses code that an earlier start compiled and stripped of its types.
// The cache is stored with the packages, which only users who could change the packages may write;
// when it cannot be written, as in a container, there is no cache.
enableCompileCache(
  fileURLToPath(new URL("../../../node_modules/.cache/compiled/", import.meta.url)),
);
await import("./process.ts");
