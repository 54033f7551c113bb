import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

type Chunk = { file: string; imports?: string[]; isEntry?: boolean };

const dist = new URL("../packages/web/dist/", import.meta.url);

/**
 * What a page loads before it can be used: the entry, the chunks that the router loads for it, and
 * all their imports.
 */
const pages = [
  { name: "login", goal: 100, chunks: ["src/session/login-page.tsx"] },
  {
    name: "signed-in shell",
    goal: 160,
    chunks: ["src/app/app.tsx", "src/app/shell/shell.tsx", "src/app/screens/dashboard-screen.tsx"],
  },
] as const;

/** JavaScript of the first load by page, in kB after gzip, from the manifest of the built web. */
export async function benchFirstLoad(): Promise<void> {
  const manifest = JSON.parse(
    await readFile(new URL(".vite/manifest.json", dist), "utf8"),
  ) as Record<string, Chunk>;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error("The manifest has no entry; run npm run build first.");
  for (const page of pages) {
    const files = new Set<string>();
    const visit = (key: string): void => {
      const chunk = manifest[key];
      if (chunk === undefined) throw new Error(`The build has no chunk for ${key}.`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const each of chunk.imports ?? []) visit(each);
    };
    for (const key of [entry, ...page.chunks]) visit(key);
    const sizes = await Promise.all(
      [...files]
        .filter((file) => file.endsWith(".js"))
        .map((file) => readFile(new URL(file, dist))),
    );
    const bytes = sizes.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
    const kilobytes = bytes / 1000;
    process.stdout.write(
      `${page.name}: ${kilobytes.toFixed(1)} kB, ${(kilobytes / page.goal).toFixed(2)} of the goal of ${page.goal} kB\n`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchFirstLoad();
