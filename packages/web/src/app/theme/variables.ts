import type { CSSVariablesResolver } from "@mantine/core";

import { brand, dark, gray } from "./theme.ts";

/** The surfaces of the app, and text colours with enough contrast on each of them (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": gray[6],
    "--mantine-color-placeholder": "#6f7b8d",
    "--mantine-color-error": "#c92a2a",
    // Text on a tinted background of its own colour, such as the title of a warning.
    "--mantine-color-orange-light-color": "#8a3a0a",
    "--mantine-color-yellow-light-color": "#6f4a00",
    "--mantine-color-red-light-color": "#9c1f1f",
    "--mantine-color-green-light-color": "#176128",
    "--mantine-color-blue-light-color": "#12508f",
    "--mantine-color-default-border": gray[2],
    "--kontor-canvas": gray[0],
    "--kontor-surface": "#ffffff",
    "--kontor-surface-head": "#fafbfd",
  },
  dark: {
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": "#8591a3",
    "--mantine-color-error": "#ff8f8f",
    "--mantine-color-default-border": dark[5],
    "--mantine-color-body": dark[8],
    "--mantine-color-anchor": brand[3],
    // Tinted backgrounds that differ from the dark surfaces without being too bright.
    "--mantine-color-brand-light": "rgb(36 104 210 / 24%)",
    "--mantine-color-brand-light-hover": "rgb(36 104 210 / 34%)",
    "--mantine-color-brand-light-color": brand[1],
    "--mantine-color-orange-light": "rgb(232 120 30 / 16%)",
    "--mantine-color-orange-light-color": "#ffcfa3",
    "--mantine-color-yellow-light": "rgb(240 180 30 / 15%)",
    "--mantine-color-red-light": "rgb(224 60 60 / 17%)",
    "--mantine-color-red-light-color": "#ffc2c2",
    "--mantine-color-green-light": "rgb(60 180 90 / 15%)",
    "--mantine-color-blue-light": "rgb(50 130 230 / 17%)",
    "--kontor-canvas": dark[9],
    "--kontor-surface": dark[8],
    "--kontor-surface-head": dark[7],
  },
});
