import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

import type { Plugin } from "vite";

const compressibleFiles = /\.(?:js|css|html|svg|json)$/;
/** Files below this many bytes fit a packet or two uncompressed. */
const minBytes = 1024;

/**
 * The compressed copies of a file, by file extension. Brotli uses its default quality, which is the
 * highest.
 */
const compressors = {
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
  br: promisify(brotliCompress),
};

/**
 * Writes compressed copies beside each text file. The server sends these as they are, so that no
 * request spends time on compression.
 */
export function compressed(): Plugin {
  return {
    name: "kontor:compressed",
    apply: "build",
    writeBundle: {
      order: "post",
      async handler({ dir = "" }) {
        const files = await readdir(dir, { recursive: true });
        await Promise.all(
          files
            .filter((name) => compressibleFiles.test(name))
            .map((name) => compressFile(join(dir, name))),
        );
      },
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  for (const [end, compress] of Object.entries(compressors)) {
    const smaller = await compress(content);
    if (smaller.length < content.length) await writeFile(`${path}.${end}`, smaller);
  }
}
