import type { Plugin } from "vite";

/** A part of every table that brings along scroll bars of its own and what floats above pages: 40 kB. */
const scrollContainer = /@mantine[\\/]core[\\/]esm[\\/].*[\\/]TableScrollContainer\.mjs$/;

const ours = /[\\/]packages[\\/]web[\\/]src[\\/].*\.tsx$/;

/**
 * Leaves out of Mantine's table what no bundler can tell that the app never asks for, since the table has it as a
 * property. The build fails over a use: `ui/scroller.tsx` is what our tables scroll in.
 */
export function leanMantine(): Plugin {
  return {
    name: "kontor:lean-mantine",
    apply: "build",
    enforce: "pre",
    load: (id) =>
      scrollContainer.test(id) ? "export const TableScrollContainer = () => null;" : null,
    transform(code, id) {
      if (ours.test(id) && code.includes("Table.ScrollContainer"))
        this.error(`${id}: a table scrolls in ui/scroller.tsx.`);
      return null;
    },
  };
}
