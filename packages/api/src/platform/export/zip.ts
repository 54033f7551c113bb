/** One file of an archive. Its pieces are compressed one by one, so they should not be tiny. */
export type ZipEntry = { name: string; content: AsyncIterable<string> | Iterable<string> };

/** The time of packing is irrelevant, so it is the same in every file. */
const mtime = new Date(2000, 0, 1);

/**
 * Packs files into a ZIP archive while they are being made: each piece is passed on before the next
 * is requested, apart from some kilobytes in the compressor's buffer.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import("fflate");
  let packed: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  const taken = (): Uint8Array[] => {
    const pieces = packed;
    packed = [];
    return pieces;
  };
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = mtime;
    archive.add(file);
    for await (const text of content) {
      file.push(Buffer.from(text));
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}
