import { expect, it } from "vitest";

import { cycleBreaches } from "./cycles.ts";
import { treeOf } from "./source-tree.ts";

const manifest = { "package.json": "{}" };

it("finds no circle where imports run one way, however often they meet", () => {
  const tree = treeOf({
    ...manifest,
    "tools/top.ts": 'import "./left.ts";\nimport "./right.ts";',
    "tools/left.ts": 'import "./base.ts";',
    "tools/right.ts": 'import "./base.ts";\nimport "./left.ts";',
    "tools/base.ts": "export {};",
  });
  expect(cycleBreaches(tree)).toEqual([]);
});

it("names the shortest way around, once for each knot", () => {
  const tree = treeOf({
    ...manifest,
    "tools/a.ts": 'import "./unrelated.ts";\nimport "./b.ts";',
    "tools/b.ts": 'import "./c.ts";',
    "tools/c.ts": 'import "./a.ts";',
    "tools/unrelated.ts": "export {};",
    "tools/x.ts": 'import "./y.ts";',
    "tools/y.ts": 'import "./x.ts";',
  });
  expect(cycleBreaches(tree)).toEqual([
    {
      file: "tools/a.ts",
      line: 2,
      rule: "cycle",
      message: "Break the circle of imports: tools/a.ts → tools/b.ts → tools/c.ts → tools/a.ts.",
    },
    {
      file: "tools/x.ts",
      line: 1,
      rule: "cycle",
      message: "Break the circle of imports: tools/x.ts → tools/y.ts → tools/x.ts.",
    },
  ]);
});

it("counts a circle of types, across packages too, and a file that imports itself", () => {
  const tree = treeOf({
    ...manifest,
    "packages/books/src/a.ts": 'import type { B } from "@kontor/contract/b";',
    "packages/contract/src/b.ts": 'import type { A } from "@kontor/books/a";',
    "tools/self.ts": 'import { self } from "./self.ts";',
  });
  expect(cycleBreaches(tree).map(({ file }) => file)).toEqual([
    "packages/books/src/a.ts",
    "tools/self.ts",
  ]);
});
