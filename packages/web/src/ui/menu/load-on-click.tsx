import { Suspense, useState, useTransition, type ReactElement, type ReactNode } from "react";

import { preload } from "../../platform/loading/load-module.ts";

/** The props of the button until it is clicked. */
type UnloadedButtonProps = {
  "aria-expanded": false;
  "aria-busy": true | undefined;
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
};

type LoadOnClickProps = {
  /** Loads the code of what the button opens. */
  load: () => Promise<unknown>;
  renderButton: (props: UnloadedButtonProps) => ReactElement;
  /** Replaces the button, and takes over its focus and click with `useReplayedClick`. */
  children: ReactNode;
};

/**
 * A button that opens something most visits never open. The code is loaded on the first click, and
 * prefetched on hover and focus. The button stays the same until then.
 */
export function LoadOnClick({ load, renderButton, children }: LoadOnClickProps) {
  const [pressed, setPressed] = useState(false);
  const [opening, startOpening] = useTransition();
  const prefetch = () => preload(load);
  const unpressed = renderButton({
    "aria-expanded": false,
    "aria-busy": opening || undefined,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => startOpening(() => setPressed(true)),
  });
  return pressed ? <Suspense fallback={unpressed}>{children}</Suspense> : unpressed;
}
