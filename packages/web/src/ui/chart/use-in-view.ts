import { useEffect, useRef, useState, type RefObject } from "react";

/** After so many milliseconds the page has loaded what is seen of it. */
const settled = 2000;

/** Calls it when the page has nothing to do, on a device that prints; @returns what calls that off. */
function whenIdle(draw: () => void): () => void {
  // Telephones keep the time and the bytes; not every browser says when it is idle.
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
 * Whether an element is to be drawn, which it then stays: once it has come near the part of the page that is seen, so
 * that a drawing at the end of a long page costs nothing at first; and where the page stands idle, so that it is there
 * when the page is printed before anybody has scrolled.
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
