import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import type pdfmake from "pdfmake";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";

import type { Branding } from "../organization/branding.ts";

/**
 * Roboto comes with pdfmake and has the naira sign, which the fonts built into PDF readers lack.
 */
const fontFolder = `${dirname(fileURLToPath(import.meta.resolve("pdfmake/package.json")))}/fonts/Roboto/`;

let loaded: Promise<typeof pdfmake> | undefined;

/**
 * The PDF library, loaded for the first document: a process that never renders one is 20 MB
 * smaller.
 */
function pdfLibrary(): Promise<typeof pdfmake> {
  loaded ??= import("pdfmake").then(({ default: library }) => {
    library.setFonts({
      Roboto: {
        normal: `${fontFolder}Roboto-Regular.ttf`,
        bold: `${fontFolder}Roboto-Medium.ttf`,
        italics: `${fontFolder}Roboto-Italic.ttf`,
        bolditalics: `${fontFolder}Roboto-MediumItalic.ttf`,
      },
    });
    // A document consists only of its input and fetches nothing, neither from the network nor from
    // the disk.
    library.setUrlAccessPolicy(() => false);
    library.setLocalAccessPolicy((path) => path.startsWith(fontFolder));
    return library;
  });
  return loaded;
}

/**
 * Letters of Nigerian languages that are missing in the font: a dot below is printed as a combining
 * mark, and the hooked letters of Hausa are replaced by plain ones.
 */
const standIns: Readonly<Record<string, string>> = {
  ṣ: "s\u0323",
  Ṣ: "S\u0323",
  ɓ: "b",
  Ɓ: "B",
  ɗ: "d",
  Ɗ: "D",
  ƙ: "k",
  Ƙ: "K",
  ƴ: "y",
  Ƴ: "Y",
};
const missing = new RegExp(`[${Object.keys(standIns).join("")}]`, "gu");

/**
 * A word longer than any line: pdfmake's time to find its breaks grows with the square of its
 * length, to minutes for a page. Zero-width characters mark the breaks instead.
 */
const overlongWord = /\S{200,}/gu;
const breakHere = "\u200b";

/** Replaces characters that the font cannot print. */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(missing, (letter) => standIns[letter] ?? letter)
    .replaceAll(overlongWord, (word) => word.replaceAll(/.{100}(?=.)/gsu, `$&${breakHere}`));
}

/** The sender of a document. */
export type Letterhead = Pick<Branding, "name" | "brand_color" | "support_email"> & {
  /** PNG. */
  logo: Buffer | undefined;
};

const textColor = "#1b2430";
export const mutedColor = "#5b6675";
/** Distances from the edges of the page, in points. */
const margins = { side: 48, top: 104, bottom: 64 };

/** The width of "Page 1000 of 1000" in the footer, with the gap before it, in points. */
const pageNumberWidth = 90;

/** The width of a page between its margins, in points. */
export function contentWidth(landscape: boolean): number {
  return (landscape ? 841 : 595) - 2 * margins.side;
}

/**
 * Puts a document on a letterhead: logo and name at the top, with a line in the brand colour; at
 * the bottom the name, the document's title and subject, and the page number. Settings of the
 * definition itself, such as its orientation, take precedence.
 */
export function onLetterhead(
  letterhead: Letterhead,
  definition: TDocumentDefinitions,
): TDocumentDefinitions {
  const { name, brand_color, support_email } = letterhead;
  const left: Content =
    letterhead.logo === undefined
      ? { text: printable(name), bold: true, fontSize: 16, color: brand_color }
      : {
          image: `data:image/png;base64,${letterhead.logo.toString("base64")}`,
          fit: [180, 36],
        };
  const right: Content = {
    stack: [
      ...(letterhead.logo === undefined ? [] : [{ text: printable(name), bold: true }]),
      ...(support_email === null
        ? []
        : [{ text: support_email, color: mutedColor, fontSize: 8.5 }]),
    ],
    alignment: "right",
    margin: [0, 4, 0, 0],
  };
  const { title, subject } = definition.info ?? {};
  // A page that was separated from the others still names what it belongs to.
  const footing = [name, title, subject]
    .flatMap((part) => (part ? [printable(part)] : []))
    .join(" · ");
  return {
    pageSize: "A4",
    pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
    header: (_page, _count, size) => ({
      margin: [margins.side, 32, margins.side, 0],
      stack: [
        { columns: [left, right], columnGap: 16 },
        {
          margin: [0, 10, 0, 0],
          canvas: [
            {
              type: "rect",
              x: 0,
              y: 0,
              w: size.width - 2 * margins.side,
              h: 2,
              color: brand_color,
            },
          ],
        },
      ],
    }),
    footer: (page, count, { width }) => ({
      margin: [margins.side, 16, margins.side, 0],
      columns: [
        // Of a width of its own, in which a long word is broken.
        { text: footing, width: width - 2 * margins.side - pageNumberWidth },
        { text: `Page ${page} of ${count}`, width: pageNumberWidth, alignment: "right" },
      ],
      color: mutedColor,
      fontSize: 8,
    }),
    ...definition,
    defaultStyle: { font: "Roboto", fontSize: 10, color: textColor, ...definition.defaultStyle },
    info: { creator: "Kontor", producer: "Kontor", author: name, ...definition.info },
  };
}

/** Renders a PDF. Its texts are adapted to the font: see {@link printable}. */
export async function renderPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  const content = withPrintableTexts(definition.content) as Content;
  const library = await pdfLibrary();
  return library.createPdf({ ...definition, content }).getBuffer();
}

function withPrintableTexts(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(withPrintableTexts);
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      // Links are clickable, not printed as text.
      name === "link" || name === "image" ? part : withPrintableTexts(part),
    ]),
  );
}
