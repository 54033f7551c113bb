/**
 * Browser APIs that the DOM of the tests lacks. There is no layout, so every element is a pixel in
 * the corner of the window (an element without a size would count as hidden). Only the size of the
 * window is known.
 */
const emInPixels = 16;

/**
 * Evaluates the width conditions of a media query by the width of the window. Reduced motion is on,
 * so that no test waits for an animation. No other condition matches.
 */
function matches(query: string): boolean {
  if (query.includes("prefers-reduced-motion")) return true;
  const conditions = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)(em|px)\)/g)];
  return (
    conditions.length > 0 &&
    conditions.every(([, bound, size, unit]) => {
      const limit = Number(size) * (unit === "em" ? emInPixels : 1);
      return bound === "min" ? window.innerWidth >= limit : window.innerWidth <= limit;
    })
  );
}

function matchMedia(media: string): MediaQueryList {
  const list = new EventTarget();
  return Object.assign(list, {
    media,
    matches: matches(media),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
}

class ResizeObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Nothing intersects the viewport, so that only the page of the charts loads their drawings. */
class IntersectionObserverStub extends ResizeObserverStub {}

const rect = () => new DOMRect(0, 0, 1, 1);

/** Adds browser APIs that the DOM library does not have. */
export function stubBrowserApis(): void {
  Object.assign(window, {
    matchMedia,
    ResizeObserver: ResizeObserverStub,
    IntersectionObserver: IntersectionObserverStub,
    scrollTo: () => {},
    // At once, so that no test depends on what was loaded before it.
    requestIdleCallback: (run: () => void) => window.setTimeout(run),
    cancelIdleCallback: (waiting: number) => window.clearTimeout(waiting),
  });
  Object.assign(document, { fonts: new EventTarget() });
  Object.assign(URL, { createObjectURL: () => "blob:chosen", revokeObjectURL: () => {} });
  Object.assign(Element.prototype, {
    scrollIntoView: () => {},
    scrollTo: () => {},
    getBoundingClientRect: rect,
  });
  Object.assign(Range.prototype, { getBoundingClientRect: rect, getClientRects: () => [rect()] });
  Object.defineProperties(document.documentElement, {
    clientWidth: { configurable: true, get: () => window.innerWidth },
    clientHeight: { configurable: true, get: () => window.innerHeight },
  });
}
