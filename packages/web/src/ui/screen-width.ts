import { useMediaQuery } from "@mantine/hooks";

/**
 * Whether the window is as narrow as a phone, known at the first render and kept up to date.
 * Differences in appearance only belong in style sheets, which use the same width.
 */
export function useOnPhone(): boolean {
  return useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;
}

/** Whether the window is no wider than a laptop. */
export function useOnLaptop(): boolean {
  return (
    useMediaQuery("(max-width: 87.5em)", undefined, { getInitialValueInEffect: false }) ?? false
  );
}
