// The only file that may.
// oxlint-disable-next-line no-restricted-imports
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

import { loadPart } from "./load-part.ts";

/**
 * A component that is loaded when it is first shown, by {@link loadPart}.
 *
 * @param load the dynamic import of its file.
 * @param name what the file calls it.
 */
export function lazyPart<
  Name extends string,
  // The props of a component are whatever it takes; `unknown` would refuse every one that takes some.
  // oxlint-disable-next-line typescript/no-explicit-any
  Module extends { [Key in Name]: ComponentType<any> },
>(load: () => Promise<Module>, name: Name): LazyExoticComponent<Module[Name]> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}
