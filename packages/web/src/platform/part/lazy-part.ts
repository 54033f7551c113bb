import {
  createElement,
  // The only file that may.
  // oxlint-disable-next-line no-restricted-imports
  lazy,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";

import { loadPart } from "./load-part.ts";

/** A component of a file that is loaded when it is first shown, or before by `load`. */
export type Part<Props> = {
  (props: Props): ReactNode;
  /** Resolves when it can be shown at once. */
  load: () => Promise<unknown>;
};

/**
 * A component that is loaded when it is first shown, by {@link loadPart}. Unlike with React's own `lazy`, one that
 * has been loaded is shown at once: React takes a fallback away no sooner than 300 ms after it was put there.
 *
 * @param load the dynamic import of its file.
 * @param name what the file calls it.
 */
export function lazyPart<
  Name extends string,
  // The props of a component are whatever it takes; `unknown` would refuse every one that takes some.
  // oxlint-disable-next-line typescript/no-explicit-any
  Module extends { [Key in Name]: ComponentType<any> },
>(load: () => Promise<Module>, name: Name): Part<ComponentProps<Module[Name]>> {
  let loading: Promise<Module[Name]> | undefined;
  let loaded: Module[Name] | undefined;
  const begin = () =>
    (loading ??= loadPart(load).then((module) => {
      loaded = module[name];
      return module[name];
    }));
  const Unloaded = lazy(async () => ({ default: await begin() }));
  const PartOfFile = (props: ComponentProps<Module[Name]>) => {
    // What is shown stays what it is, and keeps its state.
    const [Shown] = useState(() => loaded ?? Unloaded);
    return createElement(Shown, props);
  };
  return Object.assign(PartOfFile, { load: begin });
}
