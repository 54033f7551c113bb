import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** Shades around the brand colour #004AAD, which is the sixth. */
const brand: MantineColorsTuple = [
  "#edf4ff",
  "#d8e6fb",
  "#adc8f2",
  "#7ea8ea",
  "#5189e2",
  "#2468d2",
  "#004AAD",
  "#00409a",
  "#003581",
  "#002960",
];

/** Neutrals with a little of the brand's blue, so that nothing beside it looks brown. */
const gray: MantineColorsTuple = [
  "#f6f8fb",
  "#eef1f6",
  "#e3e8ef",
  "#d3dae4",
  "#bcc6d3",
  "#8f9bac",
  "#647184",
  "#465264",
  "#2f3947",
  "#19212d",
];

const dark: MantineColorsTuple = [
  "#d9dfe8",
  "#b9c2cf",
  "#98a3b3",
  "#6b7789",
  "#3d4757",
  "#303947",
  "#262e3a",
  "#1b222c",
  "#151b24",
  "#0f141b",
];

const sans =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** Names of the buttons that Mantine leaves without one. */
const namedClose = { closeButtonProps: { "aria-label": "Close" } };

export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: "brand",
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  fontFamily: sans,
  headings: { fontFamily: sans, fontWeight: "650" },
  defaultRadius: "md",
  radius: { xs: "0.1875rem", sm: "0.3125rem", md: "0.5rem", lg: "0.75rem", xl: "2rem" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        ...namedClose,
        centered: true,
        padding: "lg",
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { duration: 120, transition: "fade-down" },
      },
      styles: {
        title: { fontWeight: 650, fontSize: "var(--mantine-font-size-lg)", lineHeight: 1.35 },
      },
    },
    Drawer: { defaultProps: namedClose },
    Notification: { defaultProps: { ...namedClose, withBorder: true } },
    // The placeholder takes the focus first, but a menu may contain nothing but items.
    Menu: {
      defaultProps: {
        shadow: "md",
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    Select: { defaultProps: { checkIconPosition: "right" } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Text colours dark enough to be read on every surface of the app (WCAG AA), and those surfaces. */
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
    // Tinted grounds that stand out from the dark surfaces without shouting.
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
