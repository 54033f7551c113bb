import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is read: reuse code that an earlier start compiled and stripped of its
// types. The cache lies with the packages, where only those may write who could change them as
// well; where nothing can be written, as in a container, there is no cache.
enableCompileCache(
  fileURLToPath(new URL("../../../node_modules/.cache/compiled/", import.meta.url)),
);
await import("./process.ts");
