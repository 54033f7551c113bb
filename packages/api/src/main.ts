import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is read: what was compiled at an earlier start need not be compiled again, nor have its types
// taken out. It lies with the packages, where nobody writes who could not change them as well; where nothing can be
// written, as in a container, it is done without.
enableCompileCache(
  fileURLToPath(new URL("../../../node_modules/.cache/compiled/", import.meta.url)),
);
await import("./process.ts");
