import { Suspense, useState, useTransition, type ReactElement, type ReactNode } from "react";

/** What the button takes until it has been pressed. */
type UnpressedProps = {
  "aria-expanded": false;
  "aria-busy": true | undefined;
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
};

type OnFirstPressProps = {
  /** Loads the code of what the button opens. */
  load: () => Promise<unknown>;
  renderButton: (props: UnpressedProps) => ReactElement;
  /** Replaces the button, whose focus and press it takes over by `useTakenPress`. */
  children: ReactNode;
};

/**
 * A button that opens what most visits never open: the code is loaded for the first press, and prefetched on hover
 * and focus. The button stays as it is until then.
 */
export function OnFirstPress({ load, renderButton, children }: OnFirstPressProps) {
  const [pressed, setPressed] = useState(false);
  const [opening, startOpening] = useTransition();
  const prefetch = () => void load();
  const unpressed = renderButton({
    "aria-expanded": false,
    "aria-busy": opening || undefined,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => startOpening(() => setPressed(true)),
  });
  return pressed ? <Suspense fallback={unpressed}>{children}</Suspense> : unpressed;
}
