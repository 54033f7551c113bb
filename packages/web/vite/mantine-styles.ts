import type { Plugin } from "vite";

/** What holds for the whole page; the style sheet of a component comes with the component. */
const everywhere = ["default-css-variables", "baseline", "global"] as const;

/**
 * Mantine's style sheet has all of its components, of which we use a third and a screen a few. In a build the
 * import of the whole becomes that of the rules for the page, and each component brings its own rules along,
 * so that they are loaded in the chunk that needs them. While developing the whole is one file.
 */
export function mantineStyles(): Plugin {
  return {
    name: "kontor:mantine-styles",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!/@mantine[\\/]core[\\/]styles\.layer\.css$/.test(id)) return null;
      return everywhere
        .map((name) => `@import "@mantine/core/styles/${name}.layer.css";`)
        .join("\n");
    },
    transform(code, id) {
      const component = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/.exec(id)?.[1];
      if (component === undefined) return null;
      const sheet = `@mantine/core/styles/${component}.layer.css`;
      return { code: `import "${sheet}";\n${code}`, map: null, moduleSideEffects: true };
    },
  };
}
