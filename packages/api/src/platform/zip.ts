import { promisify } from "node:util";
import { constants, crc32, deflateRaw, type ZlibOptions } from "node:zlib";

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** One file of an archive. Its pieces are packed one by one, so they should not be tiny. */
export type ZipEntry = { name: string; content: AsyncIterable<string> | Iterable<string> };

/** What the end of the archive says of each file; sizes in bytes. */
type Packed = { name: Buffer; offset: number; crc: number; packedSize: number; size: number };

const version = 20;
/** Sizes and checksum stand behind the content, since they are not known before; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, the first day that the format knows: when a file was packed tells nobody anything. */
const day = 0x0021;
const most = 0xffffffff;

/**
 * Packs files into a ZIP archive while they are being made; a piece is packed and given away before the
 * next one is asked for.
 *
 * @throws RangeError when a file or the archive grows past the 4 GB that the plain format holds.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Packed[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = { name: Buffer.from(entry.name), offset, crc: 0, packedSize: 0, size: 0 };
    const head = Buffer.concat([headOf(packed, 0x04034b50), packed.name]);
    yield head;
    for await (const piece of packedPieces(entry, packed)) yield piece;
    const tail = numbers([
      [4, 0x08074b50],
      [4, packed.crc],
      [4, packed.packedSize],
      [4, packed.size],
    ]);
    yield tail;
    offset += head.length + packed.packedSize + tail.length;
    directory.push(packed);
  }
  yield endOf(directory, offset);
}

async function* packedPieces(entry: ZipEntry, packed: Packed): AsyncGenerator<Buffer> {
  const count = (piece: Buffer): Buffer => {
    packed.packedSize += piece.length;
    if (packed.offset + packed.packedSize > most || packed.size > most) {
      throw new RangeError(`${entry.name} is too large for a ZIP archive`);
    }
    return piece;
  };
  for await (const text of entry.content) {
    const bytes = Buffer.from(text);
    packed.crc = crc32(bytes, packed.crc);
    packed.size += bytes.length;
    // Each piece ends at a whole byte without ending the stream, so the pieces only have to be joined.
    yield count(await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  }
  yield count(await deflate(Buffer.alloc(0), {}));
}

/** The part that the head of a file and its line in the directory share. */
function headOf({ name, crc, packedSize, size }: Packed, signature: number): Buffer {
  return numbers([
    [4, signature],
    // The directory also says which version packed it.
    ...(signature === 0x02014b50 ? [[2, version] as const] : []),
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, day],
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
    [2, 0],
  ]);
}

function endOf(directory: readonly Packed[], offset: number): Buffer {
  if (offset > most) throw new RangeError("the ZIP archive is too large");
  const lines = directory.map((packed) =>
    Buffer.concat([
      headOf(packed, 0x02014b50),
      numbers([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, packed.offset],
      ]),
      packed.name,
    ]),
  );
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const end = numbers([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, directory.length],
    [2, directory.length],
    [4, length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...lines, end]);
}

/** Numbers one after the other, each in so many bytes, the lowest byte first. */
function numbers(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let offset = 0;
  for (const [bytes, value] of fields) offset = buffer.writeUIntLE(value, offset, bytes);
  return buffer;
}
