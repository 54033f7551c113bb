import { expect, it } from "vitest";

import { ratchetBreaches } from "./ratchet.ts";
import { treeOf } from "./source-tree.ts";

it("lets a file have 400 lines and not one more", () => {
  const tree = treeOf({
    "packages/api/src/full.ts": "//\n".repeat(400),
    "packages/api/src/over.test.ts": "//\n".repeat(401),
    "packages/api/migrations/0001-a/up.sql": "--\n".repeat(401),
    "packages/web/src/ui/over.css": `${"/**/\n".repeat(400)}/* without a line end */`,
  });
  expect(ratchetBreaches(tree).map(({ file, line }) => `${file}:${line}`)).toEqual([
    "packages/api/src/over.test.ts:401",
    "packages/api/migrations/0001-a/up.sql:401",
    "packages/web/src/ui/over.css:401",
  ]);
});
