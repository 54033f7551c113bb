import { constants, crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

import type { ZipInputFile } from "fflate";

/** One file of an archive. Its pieces are compressed one by one, so they should not be tiny. */
export type ZipEntry = { name: string; content: AsyncIterable<string> | Iterable<string> };

/** A fixed time stamp, so that equal content gives equal archives. */
const mtime = new Date(2000, 0, 1);

/** The number of the method "deflate" in an archive. */
const deflated = 8;

/**
 * Packs files into a ZIP archive while their content is generated: the compressed form of each
 * piece is yielded completely before the next piece is requested. Compression runs on another
 * thread, so other requests are served meanwhile.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { Zip } = await import("fflate");
  let packed: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  const taken = (): Uint8Array => {
    const pieces = packed;
    packed = [];
    return Buffer.concat(pieces);
  };
  for (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: deflated, mtime };
    archive.add(file);
    // Each piece is flushed completely, so that the size of the first ones allows an estimate of
    // the whole.
    const compressor = createDeflateRaw({ flush: constants.Z_SYNC_FLUSH });
    compressor.on("data", (piece: Uint8Array<ArrayBuffer>) => file.ondata?.(null, piece, false));
    try {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        file.size += bytes.length;
        file.crc = crc32(bytes, file.crc);
        await compress(compressor, bytes);
        yield taken();
      }
      await ended(compressor);
    } finally {
      compressor.destroy();
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield taken();
  }
  archive.end();
  yield taken();
}

/** Compresses a piece. @throws Error when the compressor was destroyed in the meantime. */
function compress(compressor: DeflateRaw, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    compressor.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Makes the compressor flush its remaining output. */
function ended(compressor: DeflateRaw): Promise<void> {
  return new Promise((resolve, reject) => {
    compressor.once("error", reject).once("end", resolve).end();
  });
}
