import type { Metadata } from "sharp";

import { Refusal } from "../refusal.ts";
import type { StoredFile } from "./files.ts";

/**
 * The maximum number of pixels of an image, checked before it is decoded; phones take photos of 108
 * million.
 */
const maxPixels = 120_000_000;
/**
 * Images with more pixels than this are decoded one at a time, because each may take 8 bytes a
 * pixel.
 */
const largeImagePixels = 25_000_000;
/** The time limit for decoding one image, in seconds. */
const timeout = 20;

/**
 * The decoding library, loaded for the first image: until then the process is smaller, and it
 * starts sooner.
 */
const decoder = async () => (await import("sharp")).default;

/** An image as PNG, which every mail program and PDF reader can show. */
export async function pngOf(image: Buffer): Promise<Buffer> {
  const sharp = await decoder();
  return sharp(image).png().toBuffer();
}

type Format = "png" | "jpeg" | "webp" | "gif";

const signatures: readonly { format: Format; matches: (bytes: Buffer) => boolean }[] = [
  { format: "png", matches: (bytes) => startsWith(bytes, 0, "\x89PNG\r\n\x1a\n") },
  { format: "jpeg", matches: (bytes) => startsWith(bytes, 0, "\xff\xd8\xff") },
  { format: "gif", matches: (bytes) => /^GIF8[79]a/.test(bytes.toString("latin1", 0, 6)) },
  {
    format: "webp",
    matches: (bytes) => startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP"),
  },
];

/**
 * Re-encodes an uploaded image, whatever its file name, so that nothing of the uploaded file itself
 * is served: no script, no metadata, no hidden second file. The first frame of an animation is
 * kept, and a photo is rotated by its orientation.
 *
 * A JPEG stays a JPEG and everything else becomes PNG, because every mail program shows those two
 * and both can be embedded in a PDF.
 *
 * @param field the form field at which a refusal is shown.
 * @param edges edge lengths in pixels of the squares that the copies must fit into; images are
 * never enlarged.
 * @returns one image per edge.
 * @throws Refusal `image_invalid` at the field.
 */
export async function reencodeImage<const Edges extends readonly number[]>(
  bytes: Buffer,
  field: string,
  edges: Edges,
): Promise<{ [Place in keyof Edges]: StoredFile }> {
  const refused = (reason: string, cause?: unknown) =>
    new Refusal("image_invalid", { reason }, { errors: [{ path: field, message: reason }], cause });
  const format = formatOf(bytes);
  if (format === undefined) {
    throw refused(
      looksLikeSvg(bytes)
        ? "SVG drawings are not accepted. Choose a PNG, JPG, WebP or GIF image."
        : "This file is not a PNG, JPG, WebP or GIF image. Choose another file.",
    );
  }
  try {
    const { width, height } = await readSize(bytes, format);
    if (width * height > maxPixels) {
      throw refused(
        "This image has more than 120 million pixels. Choose one of at most 12,000 × 10,000 pixels.",
      );
    }
    const decode = () => shrink(bytes, Math.max(...edges));
    const largest = await (width * height > largeImagePixels ? inTurn(decode) : decode());
    const copies = edges.map(async (edge) => encode(largest, format, edge));
    return (await Promise.all(copies)) as { [Place in keyof Edges]: StoredFile };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refused("This image is damaged or incomplete. Choose another file.", error);
  }
}

/** Fits the image into a square of this edge as a PNG, upright, in sRGB. */
async function shrink(bytes: Buffer, edge: number): Promise<Buffer> {
  const sharp = await decoder();
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", autoOrient: true })
    .timeout({ seconds: timeout })
    .resize({ ...square(edge) })
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs the work after all earlier work has ended, successfully or not. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}

async function encode(image: Buffer, format: Format, edge: number): Promise<StoredFile> {
  const sharp = await decoder();
  const copy = sharp(image).resize({ ...square(edge) });
  return format === "jpeg"
    ? {
        media_type: "image/jpeg",
        bytes: await copy.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }).toBuffer(),
      }
    : { media_type: "image/png", bytes: await copy.png({ compressionLevel: 9 }).toBuffer() };
}

function square(edge: number) {
  return { width: edge, height: edge, fit: "inside", withoutEnlargement: true } as const;
}

/**
 * The image size from the header, without decoding. @throws Error when the content does not match
 * its first bytes.
 */
async function readSize(
  bytes: Buffer,
  format: Format,
): Promise<Pick<Metadata, "width" | "height">> {
  const sharp = await decoder();
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (metadata.format !== format) throw new Error(`${format} was read as ${metadata.format}`);
  return metadata;
}

/** The format according to the first bytes; only these formats reach the decoder. */
function formatOf(bytes: Buffer): Format | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.format;
}

function startsWith(bytes: Buffer, at: number, signature: string): boolean {
  return bytes.toString("latin1", at, at + signature.length) === signature;
}

function looksLikeSvg(bytes: Buffer): boolean {
  return /<svg[\s>]/i.test(bytes.toString("utf8", 0, 4096));
}
