import { expect, it } from "vitest";

import { nameBreaches } from "./names.ts";
import { treeOf } from "./source-tree.ts";

it.each([
  ["packages/api/src/accounting/index.ts", "Barrels"],
  ["packages/web/src/ui/index.tsx", "Barrels"],
  ["packages/web/src/ui/MoneyInput.tsx", "kebab-case"],
  ["packages/api/src/accounting/ledger_days.ts", "kebab-case"],
  ["packages/web/src/ui/formDialog.module.css", "kebab-case"],
  ["packages/api/src/utils/dates.ts", '"utils"'],
  ["packages/api/src/platform/helpers/dates.ts", '"helpers"'],
  ["packages/web/src/shared/dates.ts", '"shared"'],
  ["packages/web/src/common/dates.ts", '"common"'],
  ["packages/contract/src/types/dates.ts", '"types"'],
])("does not take %s", (path, part) => {
  expect(nameBreaches(treeOf({ [path]: "" }))).toEqual([
    { file: path, line: 1, rule: "name", message: expect.stringContaining(part) },
  ]);
});

it.each([
  "packages/api/src/main.ts",
  "packages/api/src/accounting/ledger-days.test.ts",
  "packages/api/migrations/0001-platform/up.sql",
  "packages/web/src/ui/form-dialog.module.css",
  "packages/web/src/vite-env.d.ts",
  "packages/web/vite.config.ts",
  "e2e/accounting.spec.ts",
])("takes %s", (path) => {
  expect(nameBreaches(treeOf({ [path]: "" }))).toEqual([]);
});
