import { useEffect, useRef, type ComponentProps, type Ref, type RefObject } from "react";

/** What a button takes from the menu that it opens. */
export type MenuButtonProps = Omit<
  ComponentProps<"button">,
  "ref" | "color" | "style" | "children"
> & { ref?: Ref<HTMLButtonElement> };

/** For the button that takes the place of the one whose press loaded it: it takes over the focus and the press. */
export function useTakenPress(): RefObject<HTMLButtonElement | null> {
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus();
    target.current?.click();
  }, []);
  return target;
}
