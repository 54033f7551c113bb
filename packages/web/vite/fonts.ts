import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import subsetFont from "subset-font";
import type { Plugin } from "vite";

const source = "@fontsource-variable/inter/files/inter";
/** Where the cut files lie; fonts.css names them by `@fonts`. */
const folder = fileURLToPath(new URL("../node_modules/.cache/fonts", import.meta.url));

/** The weights that the app's style sheets ask for. */
const weights = { min: 400, max: 700 };

/** Kerning, numbers of one width, and signs at the height of what is beside them; no fractions and old letters. */
const keepFeatures = ["kern", "tnum", "calt"];

/** The files, each with what it is cut from and the characters that it keeps. */
const files: readonly {
  name: string;
  from: string;
  ranges: readonly [number, number][];
  /** Only some pages have letters of it, and ask for it when they do. */
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
 * Cuts the app's font down to what every screen needs: the weights in use, and the Naira sign in a file of its
 * own, which is 1 kB, where the subset that it comes in has 85. The page asks for both ahead of the style sheet
 * that names them, at low priority, so that no text moves when the font arrives late.
 */
export function fonts(): Plugin {
  return {
    name: "kontor:fonts",
    async config() {
      await mkdir(folder, { recursive: true });
      await Promise.all(files.map(cut));
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

async function cut({ name, from, ranges }: (typeof files)[number]): Promise<void> {
  const whole = await readFile(fileURLToPath(import.meta.resolve(`${source}-${from}.woff2`)));
  const text = ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    .map((code) => String.fromCodePoint(code))
    .join("");
  // Apart from the call, since its types lack the features.
  const kept = { targetFormat: "woff2", variationAxes: { wght: weights }, keepFeatures } as const;
  const part = await subsetFont(whole, text, kept);
  await writeFile(`${folder}/${name}.woff2`, part);
}
