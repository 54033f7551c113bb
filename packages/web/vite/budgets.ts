import { gzipSync } from "node:zlib";

import type { Plugin } from "vite";

import { chunksOf } from "./chunks-of.ts";

/**
 * The JavaScript that a first visit loads before the page can be used: at most this many kB after
 * gzip.
 */
const pages = [
  { name: "login", maxKilobytes: 100, modules: ["src/session/login-page.tsx"] },
  {
    name: "signed-in shell",
    maxKilobytes: 160,
    modules: ["src/app/app.tsx", "src/app/shell/shell.tsx", "src/app/screens/dashboard-screen.tsx"],
  },
] as const;

/** Fails a build whose first pages exceed their budget. */
export function budgets(): Plugin {
  return {
    name: "kontor:budgets",
    apply: "build",
    writeBundle(_options, bundle) {
      for (const { name, maxKilobytes, modules } of pages) {
        const files = [...chunksOf(modules, bundle)].map(({ fileName, code }) => ({
          fileName,
          size: gzipSync(code, { level: 9 }).length / 1000,
        }));
        const size = files.reduce((sum, file) => sum + file.size, 0);
        if (size <= maxKilobytes) continue;
        const list = files.map((file) => `  ${file.size.toFixed(1)} kB ${file.fileName}`);
        this.error(
          `The ${name} loads ${size.toFixed(1)} kB of JavaScript after gzip, at most ${maxKilobytes} are allowed. ` +
            `CONTRIBUTING says how to find what is new in it.\n${list.join("\n")}`,
        );
      }
    },
  };
}
