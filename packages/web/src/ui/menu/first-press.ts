import {
  useEffect,
  useRef,
  useState,
  useTransition,
  type ComponentProps,
  type Ref,
  type RefObject,
} from "react";

/** What a button takes from the menu that it opens. */
export type MenuButtonProps = Omit<
  ComponentProps<"button">,
  "ref" | "color" | "style" | "children"
> & { ref?: Ref<HTMLButtonElement> };

type FirstPress = {
  /** Whether it was pressed: then the loaded component replaces the button. */
  pressed: boolean;
  /** For the button until then. */
  button: {
    "aria-expanded": false;
    "aria-busy": true | undefined;
    onPointerEnter: () => void;
    onFocus: () => void;
    onClick: () => void;
  };
};

/**
 * A button that opens what most visits never open: its code is loaded for the first press, and
 * prefetched on hover and focus.
 */
export function useFirstPress(load: () => Promise<unknown>): FirstPress {
  const [pressed, setPressed] = useState(false);
  const [opening, startOpening] = useTransition();
  return {
    pressed,
    button: {
      "aria-expanded": false,
      "aria-busy": opening || undefined,
      onPointerEnter: () => void load(),
      onFocus: () => void load(),
      onClick: () => startOpening(() => setPressed(true)),
    },
  };
}

/** For the button that takes the place of the one whose press loaded it: it takes over the focus and the press. */
export function useTakenPress(): RefObject<HTMLButtonElement | null> {
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus();
    target.current?.click();
  }, []);
  return target;
}
