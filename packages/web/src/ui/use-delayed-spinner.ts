import { useEffect, useRef, useState } from "react";

import { now } from "../platform/clock.ts";

/** A wait shorter than this shows no spinner, in milliseconds. */
const spinnerDelay = 200;

/**
 * Whether to show a spinner. It appears only when loading takes longer than 200 ms. Once shown, it
 * stays for `minTime` milliseconds so that it does not flicker. It does not delay the data, which is
 * shown as soon as it arrives, below the spinner if necessary.
 *
 * @param loading whether something is loading.
 * @param minTime the minimum time that a shown spinner stays, in milliseconds.
 */
export function useDelayedSpinner(loading: boolean, minTime = 500): boolean {
  const [visible, setVisible] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (loading === visible) return undefined;
    const wait = loading ? spinnerDelay : shownAt.current + minTime - now().getTime();
    const timer = setTimeout(
      () => {
        shownAt.current = now().getTime();
        setVisible(loading);
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [loading, visible, minTime]);
  return visible;
}
