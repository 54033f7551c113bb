import sharp from "sharp";
import { describe, expect, it } from "vitest";

import { animation, decompressionBomb, picture, rotatedPhoto } from "../../testing/images.ts";
import { Refusal } from "../refusal.ts";
import { reencodeImage } from "./images.ts";

/** The refusal's message at the field. */
async function refusalOf(bytes: Buffer): Promise<{ path: string; message: string }> {
  const refusal = await reencodeImage(bytes, "logo", [512]).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw new Error("the image was not refused");
  expect(refusal.status).toBe(422);
  return refusal.errors[0] ?? { path: "", message: "" };
}

describe("accepted images", () => {
  it.each([
    ["png", "image/png"],
    ["webp", "image/png"],
    ["gif", "image/png"],
    ["jpeg", "image/jpeg"],
  ] as const)("makes both copies of a %s", async (format, media_type) => {
    const bytes = await picture({ width: 1600, height: 900, format });
    const [large, small] = await reencodeImage(bytes, "logo", [512, 96]);
    expect(large.media_type).toBe(media_type);
    expect(small.media_type).toBe(media_type);
    expect(await sharp(large.bytes).metadata()).toMatchObject({
      format: format === "jpeg" ? "jpeg" : "png",
      width: 512,
      height: 288,
    });
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 96, height: 54 });
  });

  it("never enlarges", async () => {
    const [copy] = await reencodeImage(await picture({ width: 20, height: 10 }), "logo", [512]);
    expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it("keeps transparency", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({
      create: { width: 600, height: 600, channels: 4, background: clear },
    })
      .webp()
      .toBuffer();
    const [copy] = await reencodeImage(bytes, "logo", [512]);
    const corner = await sharp(copy.bytes).raw().toBuffer();
    expect([...corner.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  });

  it("rotates a photo by its orientation and drops its metadata", async () => {
    const photo = await rotatedPhoto();
    expect(photo.includes("Secret Artist")).toBe(true);
    const [copy] = await reencodeImage(photo, "logo", [512]);
    const metadata = await sharp(copy.bytes).metadata();
    expect(metadata).toMatchObject({ width: 40, height: 80 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation ?? 1).toBe(1);
    expect(copy.bytes.includes("Secret Artist")).toBe(false);
  });

  it("keeps the first frame of an animation", async () => {
    const bytes = await animation(["#ff0000", "#00ff00", "#0000ff"]);
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
    const [copy] = await reencodeImage(bytes, "logo", [512]);
    expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 64, height: 48 });
    const { dominant } = await sharp(copy.bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.g + dominant.b).toBeLessThan(60);
  });

  it("converts CMYK and deep colours to 8-bit sRGB", async () => {
    const print = await sharp(await picture({ color: "#00ff00" }))
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer();
    const deep = await sharp(await picture())
      .toColourspace("rgb16")
      .png()
      .toBuffer();
    const copies = await Promise.all(
      [print, deep].map(async (bytes) => (await reencodeImage(bytes, "logo", [512]))[0]),
    );
    for (const copy of copies) {
      expect(await sharp(copy.bytes).metadata()).toMatchObject({ space: "srgb", depth: "uchar" });
    }
  });

  it("drops data appended to an image", async () => {
    const script = "<script>alert(document.domain)</script>";
    const bytes = Buffer.concat([await picture(), Buffer.from(script)]);
    const [copy] = await reencodeImage(bytes, "logo", [512]);
    expect(copy.bytes.includes("script")).toBe(false);
  });

  it("detects an image by its content, at any size below the limit", async () => {
    const bytes = await picture({ width: 2400, height: 1800, format: "jpeg", noise: true });
    expect(bytes.length).toBeGreaterThan(5 * 1024 * 1024);
    const [copy] = await reencodeImage(bytes, "logo", [512]);
    expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 512, height: 384 });
  });

  it("reads the largest photos that phones take, and a damaged one delays no other", async () => {
    const photo = await picture({ width: 12_000, height: 9000, format: "jpeg" });
    const cut = photo.subarray(0, photo.length / 2);
    const [refusal, [copy]] = await Promise.all([
      refusalOf(cut),
      reencodeImage(photo, "logo", [512]),
    ]);
    expect(refusal).toEqual({ path: "logo", message: damaged });
    expect(await sharp(copy.bytes).metadata()).toMatchObject({ width: 512, height: 384 });
  });
});

const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
const notAnImage = "This file is not a PNG, JPG, WebP or GIF image. Choose another file.";
const damaged = "This image is damaged or incomplete. Choose another file.";
const tooManyPixels =
  "This image has more than 120 million pixels. Choose one of at most 12,000 × 10,000 pixels.";

describe("images that are refused, with a sentence at the field", () => {
  it.each([
    ["an SVG", svg, "SVG drawings are not accepted. Choose a PNG, JPG, WebP or GIF image."],
    ["a text", "just some words", notAnImage],
    ["a PDF", "%PDF-1.7 …", notAnImage],
    ["a TIFF", "II*\u0000rest", notAnImage],
    ["the first bytes of a PNG alone", "\x89PNG\r\n\x1a\n", damaged],
    ["the first bytes of a GIF before a page", "GIF89a<html><script>alert(1)</script>", damaged],
  ])("refuses %s", async (_name, content, message) => {
    expect(await refusalOf(Buffer.from(content, "latin1"))).toEqual({ path: "logo", message });
  });

  it.each(["png", "jpeg", "webp", "gif"] as const)("refuses a truncated %s", async (format) => {
    const bytes = await picture({ width: 400, height: 300, format, noise: true });
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    expect(await refusalOf(half)).toEqual({ path: "logo", message: damaged });
  });

  it("refuses a small file that claims to be enormous", async () => {
    const bytes = await decompressionBomb(60_000, 60_000);
    expect(bytes.length).toBeLessThan(1000);
    expect(await refusalOf(bytes)).toEqual({ path: "logo", message: tooManyPixels });
  });

  it("refuses a small file that is too large when decoded", async () => {
    const bytes = await decompressionBomb(12_100, 10_000);
    expect(bytes.length).toBeLessThan(1000);
    expect(await refusalOf(bytes)).toEqual({ path: "logo", message: tooManyPixels });
  });
});
