import type { Plugin } from "vite";

/** Part of every table. It pulls in its own scroll bars and floating elements: 40 kB. */
const scrollContainer = /@mantine[\\/]core[\\/]esm[\\/].*[\\/]TableScrollContainer\.mjs$/;

/** Mantine's hook for ids that only have to be unique on the page. */
const useIdFile = /@mantine[\\/]hooks[\\/]esm[\\/]use-id[\\/]use-id\.mjs$/;

/** Mantine's files that a build replaces, each with its replacement. */
const replacedFiles: readonly (readonly [RegExp, string])[] = [
  [scrollContainer, "export const TableScrollContainer = () => null;"],
  [
    useIdFile,
    `import { useId as useOwn } from "react";
     export function useId(given) {
       const own = "mantine-" + useOwn();
       return typeof given === "string" ? given : own;
     }`,
  ],
];

const ours = /[\\/]packages[\\/]web[\\/]src[\\/].*\.tsx$/;

/**
 * Removes the scroll container from Mantine's table. The app does not use it, but no bundler can
 * tell, since it is a property of the table. The build fails if the app uses it: tables scroll in
 * `ui/scroller.tsx`.
 *
 * Ids come from React. Mantine's hook sets a random id after the first render, so every field would
 * render twice, and work that waits for the first paint, such as the requests for badges, would
 * start too early.
 */
export function leanMantine(): Plugin {
  return {
    name: "kontor:lean-mantine",
    apply: "build",
    enforce: "pre",
    load: (id) => replacedFiles.find(([file]) => file.test(id))?.[1] ?? null,
    transform(code, id) {
      if (ours.test(id) && code.includes("Table.ScrollContainer"))
        this.error(`${id}: a table scrolls in ui/scroller.tsx.`);
      return null;
    },
  };
}
