import type { Rolldown } from "vite";

/** The chunk that asks for data before the rest is there. */
export const earlyChunk = "early-data";

type Group = { name: string; seeds: RegExp };

/**
 * What is loaded as one file, first match first; each takes along all that its seeds import and no group
 * before it has. A request takes longer than a few kilobytes, and many small files compress worse than one.
 * The rest is split by screen.
 */
const groups: readonly Group[] = [
  // Runs by itself before all others (vite/early-data.ts).
  { name: earlyChunk, seeds: /web\/src\/platform\/part\/early-data\.ts/ },
  // Changes with React alone.
  { name: "react", seeds: /node_modules\/(?:react|react-dom|scheduler)\// },
  // Every page, also those that stand before the app.
  {
    name: "base",
    seeds:
      /web\/src\/(?:app\/start\/|platform\/(?:organization\/branding|tabs\/|way\/)|session\/(?:credentials|sign-in-frame|use-plain-form)|ui\/(?:plain-button|form\/plain-|page\/page-title))/,
  },
  // Talking to the API.
  { name: "client", seeds: /web\/src\/(?:platform\/api|session\/sign-in)\.ts/ },
  // The frame of the app and what it begins with.
  {
    name: "frame",
    seeds:
      /web\/src\/(?:app\/(?:router|shell\/(?:header|sidebar|idle-question|shortcuts|navigation)|error-boundary)|platform\/(?:message\/confirm|query-client)|ui\/page\/(?:connection\.|skip-link|page\.)|ui\/menu\/link-cards)/,
  },
  // Lists: nearly every screen is one. The small pieces that most screens have go with them.
  {
    name: "list",
    seeds:
      /web\/src\/(?:ui\/(?:table|page)\/|ui\/(?:button-link|money|opening-button|status-chip|text-link)|platform\/(?:list-search|mutation))|contract\/src\/exports|components\/VisuallyHidden\/|icons\/Icon(?:Check|ChevronDown|Clock|Download|Eye|Pencil|Plus|Trash)\.mjs/,
  },
  // Fields that search their choices or take a day, which filters have too; what opens below them is not among it.
  {
    name: "field",
    seeds:
      /web\/src\/ui\/(?:date\/(?:date-input|use-)|filter\/day-|select\/(?:search-select|use-))/,
  },
  // What floats above a page: menus, choices, words of help. Lists ask for it with the first press.
  {
    name: "floating",
    seeds:
      /node_modules\/@floating-ui\/|@mantine\/core\/esm\/components\/(?:Menu|Popover|Tooltip)\//,
  },
  // Forms and dialogs.
  { name: "form", seeds: /web\/src\/(?:ui\/form\/|ui\/dialog|platform\/form\/)/ },
  { name: "books", seeds: /contract\/src\/accounting\// },
];

/** Modules that are asked for by their own address, and keep a chunk of their own. */
function standsAlone(module: Rolldown.ModuleInfo | null): boolean {
  return module === null || module.isEntry || module.dynamicImporters.length > 0;
}

export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: groups.map(({ name, seeds }, index) => ({
    debugName: name,
    name: (id, context) => (standsAlone(context.getModuleInfo(id)) ? null : name),
    test: seeds,
    priority: groups.length - index,
  })),
};

/** Whether a chunk is one of the groups, and not of a screen. */
export function isGroup({ name }: Pick<Rolldown.OutputChunk, "name">): boolean {
  return groups.some((group) => group.name === name);
}
