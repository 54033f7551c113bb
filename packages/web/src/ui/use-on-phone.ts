import { useMediaQuery } from "@mantine/hooks";

/**
 * Whether the window is as narrow as a phone, known at the first drawing and kept up to date. What only looks
 * otherwise there is a matter of style sheets, which have the same width.
 */
export function useOnPhone(): boolean {
  return useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;
}
