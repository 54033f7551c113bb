import { expect, test } from "vitest";

import { collect, unzip } from "../../testing/files.ts";
import { zip, type ZipEntry } from "./zip.ts";

async function packed(entries: Iterable<ZipEntry>): Promise<Buffer> {
  return Buffer.concat(await collect(zip(entries)));
}

async function* pieces(count: number): AsyncGenerator<string> {
  for (let piece = 0; piece < count; piece++) {
    await Promise.resolve();
    yield `${String(piece).repeat(500)} ₦\n`;
  }
}

test("files are read back unchanged, whether they have one piece, many, or none", async () => {
  const archive = await packed([
    { name: "one.txt", content: ["₦ and more"] },
    { name: "folder/many.txt", content: pieces(300) },
    { name: "Ọmọ.txt", content: [] },
  ]);
  const files = unzip(archive);
  expect([...files.keys()]).toEqual(["one.txt", "folder/many.txt", "Ọmọ.txt"]);
  expect(files.get("one.txt")?.toString()).toBe("₦ and more");
  expect(files.get("folder/many.txt")?.toString()).toBe((await collect(pieces(300))).join(""));
  expect(files.get("Ọmọ.txt")).toHaveLength(0);
  expect(archive.length).toBeLessThan(40_000);
});

test("little is produced ahead of the reader, and nothing more after the reader leaves", async () => {
  let made = 0;
  let ended = false;
  const content = (async function* counted() {
    try {
      for await (const piece of pieces(100_000)) {
        made++;
        yield piece;
      }
    } finally {
      ended = true;
    }
  })();
  const archive = zip([{ name: "slow.txt", content }]);
  await archive.next();
  expect(made).toBeLessThan(200);
  await archive.return(undefined);
  expect(ended).toBe(true);
});

test("an error of the producer reaches the reader", async () => {
  const content = (async function* broken() {
    yield* pieces(3);
    throw new Error("the database is gone");
  })();
  await expect(packed([{ name: "broken.txt", content }])).rejects.toThrow("the database is gone");
});
