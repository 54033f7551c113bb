import { z } from "zod";

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]+/gu;
const isOneLine = (text: string) => text.search(controlCharacters) === -1;
const oneLineSentence = "Use one line of plain text.";

/**
 * A text as `line` and `optionalLine` accept it: tabs, line breaks and other control characters
 * become spaces. For pasted text, and for text recorded before these characters were refused.
 */
export const asOneLine = (text: string) => text.replaceAll(controlCharacters, " ").trim();

/** One line of text: trimmed, no control characters, at least one character. */
export const line = (what: string, max: number) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(max, `Use at most ${max} characters.`)
    .refine(isOneLine, oneLineSentence);

/** A line of text that may be left empty. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine(isOneLine, oneLineSentence)
    .optional();

/** A text of one or more lines that may be left empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => !text.includes("\u0000"), "Use plain text.")
    .optional();

/**
 * An email address. Its format is a check and not a pipe: a union with it, for a field that may be
 * empty, would say only "Invalid input" of a text that is too long.
 */
export const email = z
  .string({ error: "Enter an email address." })
  .trim()
  .toLowerCase()
  .max(254, "Use at most 254 characters.")
  .regex(z.regexes.email, "Enter a valid email address, such as name@example.com.")
  .meta({ format: "email" });
