import { expect, it } from "vitest";

import { treeOf } from "./source-tree.ts";
import { styleBreaches } from "./styles.ts";

const sheet = "packages/web/src/portal/title.module.css";
const component = "packages/web/src/portal/title.tsx";

function judge(css: string, code: string): string[] {
  const tree = treeOf({
    "package.json": "{}",
    [sheet]: css,
    [component]: `import classes from "./title.module.css";\n${code}`,
  });
  return styleBreaches(tree).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

it("reports an unused class at its rule", () => {
  const css =
    "/* The .about line. */\n.title {\n  margin: 0.5rem;\n}\n\n.title > .aside,\n.title:hover {\n  color: red;\n}\n";
  expect(judge(css, "const a = classes.title;")).toEqual([
    `${sheet}:6: Nothing uses the class "aside": delete its rule.`,
  ]);
});

it("reports an undefined class at its use", () => {
  expect(judge(".title { margin: 0; }\n", "const a = [classes.title, classes.about];")).toEqual([
    `${component}:2: ${sheet} has no class "about": write its rule, or leave the class out.`,
  ]);
});

it("reads media queries, classes of libraries and classes in brackets", () => {
  const css =
    '@import "a.css";\n@media (max-width: 48em) {\n  .title :global(.tabler-icon) {\n    margin: 0.25rem;\n  }\n}\n.a-b { color: red; }\n';
  expect(judge(css, 'const a = [classes.title, classes["a-b"]];')).toEqual([]);
});

it("ignores unused classes where a component computes the class", () => {
  expect(judge(".DR { color: red; }\n.CR { color: blue; }\n", "const a = classes[side];")).toEqual(
    [],
  );
});

it("reports a rule that declares a surface again", () => {
  const edge =
    "  background: var(--kontor-surface-head);\n  border: 1px solid var(--mantine-color-default-border);\n";
  const css = `.title {\n${edge}}\n\n.title {\n${edge}  border-radius: var(--mantine-radius-md);\n}\n`;
  expect(judge(css, "const a = classes.title;")).toEqual([
    `${sheet}:6: Give the element data-surface="card" or "inset" instead of its declarations.`,
  ]);
});
