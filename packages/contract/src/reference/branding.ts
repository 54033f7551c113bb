/** The brand colour of an organization that chose none. */
export const defaultBrandColor = "#004AAD";

/** The colours offered beside the free choice, spelled as the product has always spelled them. */
export const presetBrandColors = [
  "#004AAD",
  "#0c768a",
  "#5733FF",
  "#E63946",
  "#7f28Ea",
  "#264653",
  "#1f7a2e",
] as const;
