import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Shades of the brand colour #004AAD, which is the sixth. */
export const brand: MantineColorsTuple = [
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

/** Neutrals with a slight blue tint, so that they do not look brown beside the brand colour. */
export const gray: MantineColorsTuple = [
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

export const dark: MantineColorsTuple = [
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

/** Accessible names of buttons that Mantine leaves unnamed. */
const namedCloseButton = { closeButtonProps: { "aria-label": "Close" } };

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
        ...namedCloseButton,
        centered: true,
        padding: "lg",
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { duration: 120, transition: "fade-down" },
      },
      styles: {
        title: {
          fontWeight: 650,
          fontSize: "var(--mantine-font-size-lg)",
          lineHeight: 1.35,
          // A question about a record has its name in the title.
          overflowWrap: "anywhere",
        },
      },
    },
    Drawer: { defaultProps: namedCloseButton },
    Notification: { defaultProps: { ...namedCloseButton, withBorder: true } },
    // Mantine's focus placeholder is inside the menu, but a menu may contain only items.
    Menu: {
      defaultProps: {
        shadow: "md",
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    // Choosing the current choice again keeps it. A field that may be empty has a clear button.
    Select: { defaultProps: { checkIconPosition: "right", allowDeselect: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});
