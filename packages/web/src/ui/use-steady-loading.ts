import { useEffect, useRef, useState } from "react";

import { now } from "../platform/clock.ts";

/** A wait shorter than this shows no spinner at all, in milliseconds. */
const delay = 200;

/**
 * Whether a spinner is to be seen. It comes only when loading takes longer than 200 ms and, once
 * seen, stays for `least` milliseconds so that it does not flicker. It does not delay the data,
 * which is shown as soon as it is there, beneath the spinner if need be.
 *
 * @param loading whether something is awaited.
 * @param least how long a shown spinner stays at least, in milliseconds.
 */
export function useSteadyLoading(loading: boolean, least = 500): boolean {
  const [visible, setVisible] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (loading === visible) return undefined;
    const wait = loading ? delay : shownAt.current + least - now().getTime();
    const timer = setTimeout(
      () => {
        shownAt.current = now().getTime();
        setVisible(loading);
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [loading, visible, least]);
  return visible;
}
