import { useEffect, useRef, useState, type RefObject } from "react";

/** After this many milliseconds the visible part of the page is loaded. */
const settled = 2000;

/** Calls it when the page has nothing to do, on a device that prints; @returns what calls that off. */
function whenIdle(draw: () => void): () => void {
  // Phones do without, to save time and bytes; not every browser reports when it is idle.
  const waits = "requestIdleCallback" in window && window.matchMedia("(hover: hover)").matches;
  if (!waits) return () => {};
  let idle = 0;
  const timer = setTimeout(() => {
    idle = window.requestIdleCallback(draw);
  }, settled);
  return () => {
    clearTimeout(timer);
    window.cancelIdleCallback(idle);
  };
}

/**
 * Whether an element should be drawn, and then stay drawn: once it is near the viewport, so that a
 * drawing at the end of a long page costs nothing at first; or once the page is idle, so that it is
 * printed even if the page was not scrolled.
 */
export function useInView(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const node = frame.current;
    if (!node || seen) return undefined;
    const draw = () => setSeen(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) draw();
      },
      { rootMargin: "200px" },
    );
    observer.observe(node);
    const callOff = whenIdle(draw);
    return () => {
      observer.disconnect();
      callOff();
    };
  }, [seen]);
  return [frame, seen];
}
