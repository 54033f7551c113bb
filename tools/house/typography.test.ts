import { expect, test } from "vitest";

import { treeOf } from "./source-tree.ts";
import { typographyBreaches } from "./typography.ts";

const linesOf = (path: string, text: string) =>
  typographyBreaches(treeOf({ [path]: text })).map(({ line }) => line);

test.for([
  [`const label = "Employer's Part";`, [1]],
  ["const label = `\nthe platform's own`;", [1]],
  [`const law = "Employees' Compensation";`, [1]],
  [`const rate = "8 %";`, [1]],
  ["const rate = `8\u00a0%`;", [1]],
  [`const label = "Employer’s Part of 8%, “as is”";`, []],
  [`// The user's own\nconst key = "it is 'quoted'";`, []],
] as const)("%j is refused at lines %j", ([text, lines]) => {
  expect(linesOf("packages/contract/src/words.ts", text)).toEqual(lines);
});

test("texts between tags and in attributes are read, those of tests and of other packages are not", () => {
  const text = `const page = <Page title="Employer's Cost">\n{rate} % of the employee's pay</Page>;`;
  expect(linesOf("packages/web/src/page.tsx", text)).toEqual([1, 2]);
  expect(linesOf("packages/web/src/page.test.tsx", text)).toEqual([]);
  expect(linesOf("packages/api/src/command.tsx", text)).toEqual([]);
});
