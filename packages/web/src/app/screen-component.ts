// This is the only file that may import it.
// oxlint-disable-next-line no-restricted-imports
import { lazyRouteComponent } from "@tanstack/react-router";

import { importWithFiles } from "../platform/loading/files.ts";
import { loadModule } from "../platform/loading/load-module.ts";
import { nextScreenScripts } from "../platform/loading/screen-files.ts";

/**
 * The component of a route, loaded when its address is opened or preloaded. Until then the previous
 * screen stays.
 *
 * @param load the dynamic import of its file.
 * @param name the name of its export.
 */
export const screenComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => {
    const files = nextScreenScripts();
    return loadModule(async () => importWithFiles(load, await files()));
  }, name);
