import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";

import { theme } from "../src/app/theme/theme.ts";
import { cssVariables } from "../src/app/theme/variables.ts";

/** Styles of the whole page. A component's style sheet is loaded with the component. */
const pageWideStyles = ["default-css-variables", "baseline", "global"] as const;

const themeStylesheet = "virtual:theme.css";

/** The components that compute the theme's variables and classes and write them into the page. */
const styleComponents =
  /@mantine[\\/]core[\\/]esm[\\/].*[\\/](MantineCssVariables|MantineClasses)\.mjs$/;

const variables = /[\\/]web[\\/]src[\\/]app[\\/]theme[\\/]variables\.ts$/;

/**
 * Mantine's style sheet covers all of its components. The app uses a third of them, and a screen a
 * few. A build imports only the page-wide rules, and each component imports its own rules, so that
 * they load in the chunk that needs them. In development the whole style sheet is one file.
 *
 * The theme's variables are computed at build time and are part of the style sheet, not computed at
 * each start of the app.
 */
export function mantineStyles(): Plugin {
  return {
    name: "kontor:mantine-styles",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id === themeStylesheet ? `\0${themeStylesheet}` : null),
    load(id) {
      if (id === `\0${themeStylesheet}`) return themeStyles();
      const writer = styleComponents.exec(id)?.[1];
      if (writer !== undefined) return `export const ${writer} = () => null;`;
      if (variables.test(id)) return "export const cssVariables = undefined;";
      if (!/@mantine[\\/]core[\\/]styles\.layer\.css$/.test(id)) return null;
      return pageWideStyles
        .map((name) => `@import "@mantine/core/styles/${name}.layer.css";`)
        .join("\n");
    },
    transform(code, id) {
      if (id.endsWith("/web/src/main.tsx"))
        return { code: `import "${themeStylesheet}";\n${code}`, map: null };
      const component = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/.exec(id)?.[1];
      if (component === undefined) return null;
      const sheet = `@mantine/core/styles/${component}.layer.css`;
      return { code: `import "${sheet}";\n${code}`, map: null, moduleSideEffects: true };
    },
  };
}

/** The style elements that Mantine writes into the page for the app's theme. */
function themeStyles(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables });
  const styles = [...renderToStaticMarkup(provider).matchAll(/<style[^>]*>(.*?)<\/style>/gs)];
  if (styles.length !== 2) throw new Error("Mantine writes its variables otherwise than before.");
  return styles.map(([, rules = ""]) => rules).join("\n");
}
