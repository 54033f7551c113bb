import type { KnipConfig } from "knip";

/** The files and packages that a style sheet names: knip follows imports of scripts alone. */
function cssImports(text: string): string {
  const imports = text.matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g);
  // Those in @fonts are made by the build.
  const fonts = text.matchAll(/url\("(@(?!fonts\/)[^"]+)"\)/g);
  return [...imports, ...fonts].map(([, path]) => `import "${path}";`).join("\n");
}

/**
 * `npm run knip` runs twice: once over everything, and once over what production reaches, where an
 * export that only tests use is dead. Nobody outside this repository imports the packages, so that
 * what they export to each other counts as used only where it is imported (`includeEntryExports`).
 *
 * An export may be for tests alone (`@internal`) or for a feature that comes next (`@public`).
 */
const config: KnipConfig = {
  includeEntryExports: true,
  ignoreExportsUsedInFile: true,
  compilers: { css: cssImports },
  workspaces: {
    ".": { entry: [], project: ["*.ts"] },
    "packages/*": { project: ["src/**/*.ts!", "!src/**/testing/**!"] },
    "packages/embedded-postgres": {
      project: ["src/**/*.ts!", "!src/testing/**!"],
      // Asked for by its name at run time, for the path of the server's programs.
      ignoreDependencies: ["embedded-postgres"],
    },
    "packages/api": {
      entry: [
        "src/main.ts!",
        "src/commands/{admin-create,backup,books-check,books-export,books-verify,outgoing,restore,secrets-rotate}.ts!",
        "src/**/*-worker.ts!",
      ],
      project: ["src/**/*.ts!", "!src/**/testing/**!"],
      // e2e and bench import these from there, so that they count as production.
      ignoreIssues: { "src/testing/*.ts": ["unlisted"] },
    },
    "packages/web": {
      entry: ["src/main.tsx!"],
      project: ["src/**/*.{ts,tsx,css}!", "!src/testing/**!", "vite/*.ts"],
      // Vitest asks for it by its name, as the environment of the page tests.
      ignoreDependencies: ["jsdom"],
    },
    e2e: { entry: ["*.spec.ts"], project: ["**/*.ts"] },
    // A campaign of faults fills a file system of its own.
    bench: { entry: ["*.ts"], project: ["**/*.ts"], ignoreBinaries: ["mount", "umount"] },
    tools: {
      entry: ["*.ts", "**/*.test.ts"],
      project: ["**/*.ts"],
      // Bench imports it, so that it counts as production; the runner of the browser tests does not.
      ignoreIssues: { "browser.ts": ["exports"] },
    },
  },
};

export default config;
