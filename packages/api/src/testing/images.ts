import { crc32 } from "node:zlib";

import sharp from "sharp";

export type PictureOptions = {
  width?: number;
  height?: number;
  format?: "png" | "jpeg" | "webp" | "gif";
  color?: string;
  /** Fills the image with noise, so that it does not compress: for files of a given size. */
  noise?: boolean;
};

/** The bytes of a real image. */
export function picture(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 64, height = 48, format = "png", color = "#004AAD", noise = false } = options;
  const create = { width, height, channels: 3 as const, background: color };
  const image = sharp({
    create: noise ? { ...create, noise: { type: "gaussian", mean: 128, sigma: 60 } } : create,
  });
  if (format === "jpeg") return image.jpeg({ quality: noise ? 100 : 90 }).toBuffer();
  // Without looking for the best palette, which takes long for noise.
  if (format === "gif") return image.gif({ effort: 1 }).toBuffer();
  return image.toFormat(format).toBuffer();
}

/**
 * A photo taken with a rotated camera: its pixels are sideways, and EXIF contains the orientation
 * and the author.
 */
export function rotatedPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 80, height: 40, channels: 3, background: "#cc3311" } })
    .jpeg()
    .withExif({ IFD0: { Orientation: "6", Artist: "Secret Artist" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** An animated GIF whose frames have these colours. */
export async function animation(colors: readonly string[]): Promise<Buffer> {
  const frames = await Promise.all(colors.map((color) => picture({ color })));
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** A small PNG that claims these dimensions. */
export async function decompressionBomb(width: number, height: number): Promise<Buffer> {
  const bytes = await picture({ width: 8, height: 8 });
  const header = Buffer.from(bytes);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  return header;
}
