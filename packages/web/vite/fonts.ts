import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import subsetFont from "subset-font";
import type { Plugin } from "vite";

const source = "@fontsource-variable/inter/files/inter";
/** The folder of the subset files; fonts.css refers to it as `@fonts`. */
const folder = fileURLToPath(new URL("../node_modules/.cache/fonts", import.meta.url));

/** The weights that the app's style sheets use. */
const weights = { min: 400, max: 700 };

/**
 * Kerning, tabular figures and contextual alternates. Fractions and historical letters are dropped.
 */
const keepFeatures = ["kern", "tnum", "calt"];

/** The subset files, each with its source and the characters that it keeps. */
const files: readonly {
  name: string;
  from: string;
  ranges: readonly [number, number][];
  /** Loaded on demand, since only some pages have letters of it. */
  late?: true;
}[] = [
  {
    name: "inter-text",
    from: "latin-wght-normal",
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xa0],
      [0xa9, 0xa9],
      [0xb7, 0xb7],
      [0xd7, 0xd7],
      [0x2010, 0x2027],
      [0x202f, 0x202f],
      [0x2039, 0x203a],
      [0x20ac, 0x20ac],
      [0x2191, 0x2191],
      [0x2193, 0x2193],
      [0x2212, 0x2212],
    ],
  },
  {
    name: "inter-letters",
    from: "latin-wght-normal",
    late: true,
    ranges: [
      [0xa0, 0xff],
      [0x0131, 0x0131],
      [0x0152, 0x0153],
      [0x02bb, 0x02bc],
      [0x02c6, 0x02c6],
      [0x02da, 0x02da],
      [0x02dc, 0x02dc],
      [0x0304, 0x0304],
      [0x0308, 0x0308],
      [0x0329, 0x0329],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2191, 0x2191],
      [0x2193, 0x2193],
      [0x2212, 0x2212],
      [0x2215, 0x2215],
    ],
  },
  { name: "inter-naira", from: "latin-ext-wght-normal", ranges: [[0x20a6, 0x20a6]] },
];

/**
 * Reduces the app's font to the weights in use and the characters that every screen needs. The
 * Naira sign has its own file of 1 kB; the subset that contains it has 85 kB. The page preloads
 * both files before the style sheet that names them, at low priority, so that text does not shift
 * when the font arrives late.
 */
export function fonts(): Plugin {
  return {
    name: "kontor:fonts",
    async config() {
      await mkdir(folder, { recursive: true });
      await Promise.all(files.map(writeSubset));
      return { resolve: { alias: { "@fonts": folder } } };
    },
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter(({ fileName }) =>
            files.some(({ name, late }) => !late && fileName.includes(`/${name}-`)),
          )
          .map(({ fileName }) => ({
            tag: "link",
            injectTo: "head",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${fileName}`,
              crossorigin: true,
              fetchpriority: "low",
            },
          })),
    },
  };
}

async function writeSubset({ name, from, ranges }: (typeof files)[number]): Promise<void> {
  const whole = await readFile(fileURLToPath(import.meta.resolve(`${source}-${from}.woff2`)));
  const text = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    .map((code) => String.fromCodePoint(code))
    .join("");
  // A separate constant, since the types of the call lack the features.
  const kept = { targetFormat: "woff2", variationAxes: { wght: weights }, keepFeatures } as const;
  const part = await subsetFont(whole, text, kept);
  await writeFile(`${folder}/${name}.woff2`, part);
}
