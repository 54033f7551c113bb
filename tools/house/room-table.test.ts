import { expect, it } from "vitest";

import { roomTableBreaches } from "./room-table.ts";
import { treeOf } from "./source-tree.ts";

const plan = { "packages/web/src/portal": ["data.ts < payslips < .", "details.tsx < payslips"] };

it.each([
  ["`data.ts`, `details.tsx` ← `payslips` ← own files", []],
  ["`data.ts` ← `payslips` ← own files", ["Name `details.tsx`"]],
  ["`data.ts`, `details.tsx` ← `payslips`, `advances` ← own files", ["knows no `advances`"]],
])("compares a row with the plan: %s", (cell, said) => {
  const tree = treeOf({
    "package.json": "{}",
    "ARCHITECTURE.md": `# Rooms\n\n| Room | Inside it |\n|---|---|\n| \`web/portal\` | ${cell} |\n`,
  });
  expect(roomTableBreaches(tree, plan)).toEqual(
    said.map((part) => ({
      file: "ARCHITECTURE.md",
      line: 5,
      rule: "room-table",
      message: expect.stringContaining(part),
    })),
  );
});

it("reports a missing row", () => {
  const tree = treeOf({ "package.json": "{}", "ARCHITECTURE.md": "# Rooms\n" });
  expect(roomTableBreaches(tree, plan)).toHaveLength(3);
});
