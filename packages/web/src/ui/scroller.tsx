import { useEffect, useRef, useState, type ReactNode } from "react";

type ScrollerProps = { label: string; className: string | undefined; children: ReactNode };

/**
 * A container of content that may be wider than the screen. Only while it is wider can it be
 * focused, so that the arrow keys scroll it. It then has `data-scrolls` for style sheets.
 */
export function Scroller({ label, className, children }: ScrollerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const node = frame.current;
    if (!node) return undefined;
    // Both widths are rounded to whole pixels separately.
    const measure = () => setScrolls(node.scrollWidth > node.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    for (const each of [node, ...node.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className={className}
      {...(scrolls
        ? { tabIndex: 0, role: "group", "aria-label": `${label}, scrolls`, "data-scrolls": true }
        : {})}
    >
      {children}
    </div>
  );
}
