import type { Rolldown } from "vite";

/** The chunk that prefetches data before the other scripts are loaded. */
export const prefetchChunk = "prefetch";

type Group = { name: string; seeds: RegExp };

/**
 * The modules that share a chunk. The first match wins, and each group includes everything its
 * seeds import that no earlier group has. A request takes longer than a few kilobytes, and many
 * small files compress worse than one. All other code is split by screen.
 */
const groups: readonly Group[] = [
  // Runs on its own, before all other scripts (vite/prefetch.ts).
  { name: prefetchChunk, seeds: /web\/src\/platform\/loading\/prefetch\.ts/ },
  // Changes only when React does.
  { name: "react", seeds: /node_modules\/(?:react|react-dom|scheduler)\// },
  // Needed by every page, including those outside the app.
  {
    name: "base",
    seeds:
      /web\/src\/(?:app\/start\/|platform\/(?:organization\/branding|tabs\/|navigate\/)|session\/(?:credentials|sign-in-frame|use-plain-form)|ui\/(?:plain-button|form\/plain-|page\/page-title))/,
  },
  // Calls to the API.
  { name: "client", seeds: /web\/src\/(?:platform\/api|session\/sign-in)\.ts/ },
  // The app shell and what it needs at the start.
  {
    name: "app-shell",
    seeds:
      /web\/src\/(?:app\/(?:router|shell\/(?:header|sidebar|idle-question|shortcuts|navigation)|error-boundary)|platform\/(?:message\/confirm|query-client)|ui\/page\/(?:connection\.|skip-link|page\.)|ui\/menu\/link-cards)/,
  },
  // Lists, which nearly every screen has, and small components and links that most screens use.
  {
    name: "list",
    seeds:
      /web\/src\/(?:ui\/(?:table|page)\/|ui\/(?:button-link|money|open-dialog-button|status-chip|text-link)|platform\/(?:list-search|mutation)|(?:accounting|payroll|salary-advances)\/links)|contract\/src\/exports|components\/VisuallyHidden\/|icons\/Icon(?:Check|ChevronDown|Clock|Download|Eye|Pencil|Plus|Trash)\.mjs/,
  },
  // Search selects and date inputs, which filters use too. What opens below them is not included.
  {
    name: "field",
    seeds:
      /web\/src\/ui\/(?:date\/(?:date-input|use-)|filter\/day-|select\/(?:search-select|use-))/,
  },
  // What floats above a page: menus, selects, tooltips. Lists request it on the first click.
  {
    name: "floating",
    seeds:
      /node_modules\/@floating-ui\/|@mantine\/core\/esm\/components\/(?:Menu|Popover|Tooltip)\//,
  },
  // Forms and dialogs.
  { name: "form", seeds: /web\/src\/(?:ui\/form\/|ui\/dialog|platform\/form\/)/ },
  { name: "books", seeds: /contract\/src\/accounting\// },
];

/** Whether a module is loaded by its own URL, and therefore keeps its own chunk. */
function hasOwnChunk(module: Rolldown.ModuleInfo | null): boolean {
  return module === null || module.isEntry || module.dynamicImporters.length > 0;
}

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: groups.map(({ name, seeds }, index) => ({
    debugName: name,
    name: (id, context) => (hasOwnChunk(context.getModuleInfo(id)) ? null : name),
    test: seeds,
    priority: groups.length - index,
  })),
};

/** Whether a chunk is one of the groups, and not the chunk of a screen. */
export function isGroup({ name }: Pick<Rolldown.OutputChunk, "name">): boolean {
  return groups.some((group) => group.name === name);
}
