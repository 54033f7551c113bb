/** The brand colour of an organization that has not chosen one. */
export const defaultBrandColor = "#004AAD";

/** The preset colours beside the free choice; the spec fixes their spelling. */
export const presetBrandColors = [
  "#004AAD",
  "#0c768a",
  "#5733FF",
  "#E63946",
  "#7f28Ea",
  "#264653",
  "#1f7a2e",
] as const;
