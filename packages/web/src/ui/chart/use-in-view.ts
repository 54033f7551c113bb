import { useEffect, useRef, useState, type RefObject } from "react";

/**
 * Whether an element has come near the part of the page that is seen, which it then stays. So a drawing
 * at the end of a long page costs nothing until somebody scrolls to it.
 */
export function useInView(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const node = frame.current;
    if (!node || seen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [seen]);
  return [frame, seen];
}
