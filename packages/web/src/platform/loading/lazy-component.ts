import {
  createElement,
  // This is the only file that may import it.
  // oxlint-disable-next-line no-restricted-imports
  lazy,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from "react";

import { loadModule } from "./load-module.ts";

/** A component that is loaded when it is first shown, or earlier by `load`. */
export type LazyComponent<Props> = {
  (props: Props): ReactNode;
  /** Resolves when the component can be shown immediately. */
  load: () => Promise<unknown>;
};

/**
 * A lazy component, loaded by {@link loadModule} when it is first shown. Once loaded, it is shown
 * without a fallback. React's own `lazy` would show one, and React keeps a fallback for at least
 * 300 ms.
 *
 * @param load the dynamic import of its file.
 * @param name the name of its export.
 */
export function lazyComponent<
  Name extends string,
  // A component may take any props; `unknown` would reject every component that takes some.
  // oxlint-disable-next-line typescript/no-explicit-any
  Module extends { [Key in Name]: ComponentType<any> },
>(load: () => Promise<Module>, name: Name): LazyComponent<ComponentProps<Module[Name]>> {
  let loading: Promise<Module[Name]> | undefined;
  let loaded: Module[Name] | undefined;
  const begin = () =>
    (loading ??= loadModule(load).then((module) => {
      loaded = module[name];
      return module[name];
    }));
  const Unloaded = lazy(async () => ({ default: await begin() }));
  const Loaded = (props: ComponentProps<Module[Name]>) => {
    // A mounted component must not be replaced, so that it keeps its state.
    const [Shown] = useState(() => loaded ?? Unloaded);
    return createElement(Shown, props);
  };
  return Object.assign(Loaded, { load: begin });
}
