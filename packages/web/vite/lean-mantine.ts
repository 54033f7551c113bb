import type { Plugin } from "vite";

/** A part of every table that brings along scroll bars of its own and what floats above pages: 40 kB. */
const scrollContainer = /@mantine[\\/]core[\\/]esm[\\/].*[\\/]TableScrollContainer\.mjs$/;

/** Mantine's hook for identities that only have to differ from others of the page. */
const identity = /@mantine[\\/]hooks[\\/]esm[\\/]use-id[\\/]use-id\.mjs$/;

/** What a file of Mantine is in a build instead. */
const instead: readonly (readonly [RegExp, string])[] = [
  [scrollContainer, "export const TableScrollContainer = () => null;"],
  [
    identity,
    `import { useId as useOwn } from "react";
     export function useId(given) {
       const own = "mantine-" + useOwn();
       return typeof given === "string" ? given : own;
     }`,
  ],
];

const ours = /[\\/]packages[\\/]web[\\/]src[\\/].*\.tsx$/;

/**
 * Leaves out of Mantine's table what no bundler can tell that the app never asks for, since the table has it as a
 * property. The build fails over a use: `ui/scroller.tsx` is what our tables scroll in.
 *
 * Identities are React's. Mantine gives each a random one as soon as it is drawn, which draws every field a second
 * time, and before the first of it is shown starts all that waits until then, such as the requests for badges.
 */
export function leanMantine(): Plugin {
  return {
    name: "kontor:lean-mantine",
    apply: "build",
    enforce: "pre",
    load: (id) => instead.find(([file]) => file.test(id))?.[1] ?? null,
    transform(code, id) {
      if (ours.test(id) && code.includes("Table.ScrollContainer"))
        this.error(`${id}: a table scrolls in ui/scroller.tsx.`);
      return null;
    },
  };
}
