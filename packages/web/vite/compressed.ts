import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

import type { Plugin } from "vite";

const texts = /\.(?:js|css|html|svg|json)$/;
/** Bytes below which a file fits a packet or two as it is. */
const fewest = 1024;

/** What lies beside a file, by the end of its name; Brotli as small as it gets, which it is unless said otherwise. */
const ways = {
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
  br: promisify(brotliCompress),
};

/** Lays each text beside itself compressed, for the server to send as it lies, so that no request pays for compressing. */
export function compressed(): Plugin {
  return {
    name: "kontor:compressed",
    apply: "build",
    writeBundle: {
      order: "post",
      async handler({ dir = "" }) {
        const files = await readdir(dir, { recursive: true });
        await Promise.all(
          files.filter((name) => texts.test(name)).map((name) => compressFile(join(dir, name))),
        );
      },
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < fewest) return;
  for (const [end, compress] of Object.entries(ways)) {
    const smaller = await compress(content);
    if (smaller.length < content.length) await writeFile(`${path}.${end}`, smaller);
  }
}
