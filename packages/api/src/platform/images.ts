import sharp, { type Metadata } from "sharp";

import { Failure } from "./failure.ts";
import type { StoredFile } from "./files.ts";

/** An image that decodes to more pixels than this is refused before it is decoded: 25 million. */
const pixelCeiling = 25_000_000;
const formats = new Set(["png", "jpeg", "webp", "gif"]);

const refused = (reason: string) =>
  new Failure("image_invalid", { reason }, { errors: [{ path: "logo", message: reason }] });

/**
 * Re-encodes an uploaded image, whatever its name says it is, so that nothing of the file that came is
 * served: no script, no metadata, no polyglot.
 *
 * @param sizes edge length in pixels of the square that each copy fits into; never enlarged.
 * @returns one WebP per size.
 * @throws Failure `image_invalid` at the field `logo`.
 */
export async function reencodeImage(
  bytes: Buffer,
  sizes: readonly number[],
): Promise<StoredFile[]> {
  const metadata = await readMetadata(bytes);
  if (!formats.has(metadata.format ?? "")) {
    throw refused("The logo is not a PNG, JPEG, WebP or GIF image. Choose another file.");
  }
  if ((metadata.width ?? 0) * (metadata.height ?? 0) > pixelCeiling) {
    throw refused("The logo has too many pixels. Choose an image of at most 5000 × 5000 pixels.");
  }
  try {
    return await Promise.all(
      sizes.map(async (size) => ({
        media_type: "image/webp",
        bytes: await sharp(bytes, { limitInputPixels: pixelCeiling, failOn: "error" })
          .rotate()
          .resize(size, size, { fit: "inside", withoutEnlargement: true })
          .webp({ quality: 90 })
          .toBuffer(),
      })),
    );
  } catch (error) {
    throw new Failure(
      "image_invalid",
      { reason: "The logo is damaged and cannot be read. Choose another file." },
      { cause: error },
    );
  }
}

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw refused("The logo is not an image that can be read. Choose a PNG or JPG file.");
  }
}
