import { inflateSync } from "node:zlib";

import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { pdfText } from "../../testing/files.ts";
import { onLetterhead, printable, renderPdf, type Letterhead } from "./pdf.ts";

const letterhead: Letterhead = {
  name: "Ṣọla & Sons Ltd",
  brand_color: "#0c768a",
  support_email: "help@example.com",
  logo: undefined,
};

/** The contents of a PDF's streams, compressed or not. */
function streamsOf(pdf: Buffer): string {
  const streams: string[] = [];
  const text = pdf.toString("latin1");
  for (const [, body = ""] of text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const bytes = Buffer.from(body, "latin1");
    try {
      streams.push(inflateSync(bytes).toString("latin1"));
    } catch {
      streams.push(body);
    }
  }
  return streams.join("\n");
}

/** The number of characters without a glyph in the font, which are drawn as glyph 0. */
function missingGlyphs(pdf: Buffer): number {
  const shown = streamsOf(pdf).matchAll(/\[([^\]]*)\] TJ/g);
  const glyphs = Array.from(shown, ([, pieces = ""]) =>
    Array.from(pieces.matchAll(/<([0-9a-f]+)>/g), ([, hex = ""]) => hex.match(/.{4}/g) ?? []),
  );
  expect(glyphs.length).toBeGreaterThan(0);
  return glyphs.flat(2).filter((glyph) => glyph === "0000").length;
}

describe("a PDF", () => {
  test("embeds a font that has the naira sign and letters with a dot below", async () => {
    const pdf = await renderPdf(
      onLetterhead(letterhead, { content: ["₦1,250.00 for Ọlámidé Ṣẹgun", { ul: ["Ƙasimu"] }] }),
    );
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.toString("latin1")).toContain("/FontFile2");
    expect(missingGlyphs(pdf)).toBe(0);
    expect(missingGlyphs(await renderPdf({ content: "→" }))).toBe(1);
  });

  test("yields every letter when its text is copied, including ligatures", async () => {
    const pdf = await renderPdf({ content: "Office, benefits, first flat, staff: 0123" });
    expect(pdfText(pdf)).toBe("Office, benefits, first flat, staff: 0123");
  });

  test("shows the logo and the brand colour on each page", async () => {
    const logo = await sharp({
      create: { width: 40, height: 20, channels: 3, background: "#e63946" },
    })
      .png()
      .toBuffer();
    const pdf = await renderPdf(
      onLetterhead(
        { ...letterhead, logo },
        { content: ["One", { text: "Two", pageBreak: "before" }] },
      ),
    );
    const text = pdf.toString("latin1");
    expect(text).toContain("/Subtype /Image");
    expect(text).toMatch(/\/Count 2\b/);
    // #0c768a as the three components of a PDF colour.
    expect(streamsOf(pdf).match(/0\.0470588\d* 0\.4627450?\d* 0\.5411764?\d* scn/g)).toHaveLength(
      2,
    );
  });

  test("fetches nothing, neither from the network nor from the disk", async () => {
    for (const image of ["http://127.0.0.1:9/logo.png", "/etc/hostname"]) {
      await expect(renderPdf({ content: [{ image }] })).rejects.toThrow(/policy|denied|allowed/i);
    }
  });
});

test("a word as long as a page is laid out quickly, and a long address is not broken", async () => {
  const address = `https://kontor.example/${"x".repeat(300)}`;
  const content = [{ text: "a".repeat(30_000) }, { text: "Open", link: address }];
  const pdf = await renderPdf({ content });
  expect(missingGlyphs(pdf)).toBe(0);
  expect(pdf.toString("latin1")).toContain(`(${address})`);
}, 10_000);

describe("text for the font", () => {
  test.each([
    ["Ṣẹgun", "S\u0323ẹgun"],
    ["S\u0323ẹgun", "S\u0323ẹgun"],
    ["Ƙasimu Ɗanladi Ɓala", "Kasimu Danladi Bala"],
    ["₦ — plain “text”", "₦ — plain “text”"],
  ])("%s is printed as %s", (text, set) => {
    expect(printable(text)).toBe(set);
  });
});
