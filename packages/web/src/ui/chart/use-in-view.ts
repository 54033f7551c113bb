import { useEffect, useRef, useState, type RefObject } from "react";

/** The delay before idle time is used, in milliseconds: by then the visible part of the page is loaded. */
const idleDelay = 2000;

/**
 * Calls `draw` when the page is idle, on a device that prints. @returns a function that cancels it.
 */
function whenIdle(draw: () => void): () => void {
  // Phones skip this, to save time and bytes, and some browsers cannot report that they are idle.
  const waits = "requestIdleCallback" in window && window.matchMedia("(hover: hover)").matches;
  if (!waits) return () => {};
  let idle = 0;
  const timer = setTimeout(() => {
    idle = window.requestIdleCallback(draw);
  }, idleDelay);
  return () => {
    clearTimeout(timer);
    window.cancelIdleCallback(idle);
  };
}

/**
 * Whether an element should be drawn. Once drawn it stays drawn. It is drawn when it is near the
 * viewport, so that a drawing at the end of a long page costs nothing at first, or when the page is
 * idle, so that it is printed even if the page was not scrolled.
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
    const cancelIdle = whenIdle(draw);
    return () => {
      observer.disconnect();
      cancelIdle();
    };
  }, [seen]);
  return [frame, seen];
}
