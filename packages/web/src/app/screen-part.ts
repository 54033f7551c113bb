// The only file that may.
// oxlint-disable-next-line no-restricted-imports
import { lazyRouteComponent } from "@tanstack/react-router";

import { loadPart } from "../platform/part/load-part.ts";

/**
 * The component of a route, loaded when its address is opened or about to be; until it is there, the screen
 * before it stays.
 *
 * @param load the dynamic import of its file.
 * @param name what the file calls it.
 */
export const screenPart: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadPart(load), name);
