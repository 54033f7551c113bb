import { useEffect, useRef, type ComponentProps, type Ref, type RefObject } from "react";

/** The props that a menu passes to the button that opens it. */
export type MenuButtonProps = Omit<
  ComponentProps<"button">,
  "ref" | "color" | "style" | "children"
> & { ref?: Ref<HTMLButtonElement> };

/**
 * For the button that replaces the one whose click loaded it: takes over its focus and its click.
 */
export function useReplayedClick(): RefObject<HTMLButtonElement | null> {
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus();
    target.current?.click();
  }, []);
  return target;
}
