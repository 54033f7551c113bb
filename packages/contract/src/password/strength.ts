import { commonPasswordWords, keyboardWays } from "./common-words.ts";

/** The fewest characters of a new password. */
export const passwordMinimum = 12;

/** Why a password is easy to guess. */
export type PasswordWeakness = "too_short" | "common" | "repeated" | "sequence" | "personal";

export type PasswordStrength = {
  /** From 0, which is refused, over 1, refused for its length alone, to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  weakness: PasswordWeakness | undefined;
};

/** A word of the person or the product shorter than this is in too many words to mean anything. */
const shortestWord = 3;
/** A stretch of the keyboard shorter than this is chance. */
const shortestRun = 4;
/** With fewer characters that nobody could foresee, the password is one of those that are tried first. */
const leastUnforeseen = 4;

const ways = keyboardWays.flatMap((way) => [way, way.split("").toReversed().join("")]);
// Long words first, so that "unbelievable" is not taken for "believe".
const commonWords = commonPasswordWords.toSorted((one, other) => other.length - one.length);
const product = ["kontor"];

/** Digits and signs in the place of letters, as people and guessing programs put them. */
const disguises: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
};

/**
 * Why a password must not be used, if so. Pure, so that the form says the same as the server.
 *
 * @param about what the password should not be made of: name, email, organization of its user.
 */
export function passwordWeakness(
  password: string,
  about: readonly string[] = [],
): PasswordWeakness | undefined {
  if (password.length < passwordMinimum) return "too_short";
  const text = password.normalize("NFKC").toLowerCase();
  if (isRepetition(text)) return "repeated";
  const covered = {
    personal: cover(text, wordsOf([...about, ...product])),
    sequence: coverRuns(text),
    common: cover(text, commonWords),
  };
  if (unforeseen(text, Object.values(covered)) >= leastUnforeseen) return undefined;
  // What most of it is made of is named; of equals the first.
  const [kind] = Object.entries(covered).toSorted(
    ([, one], [, other]) => other.size - one.size,
  )[0] ?? ["common"];
  return kind as PasswordWeakness;
}

/**
 * How hard a password is to guess, for a meter.
 *
 * @public
 */
export function passwordStrength(
  password: string,
  about: readonly string[] = [],
): PasswordStrength {
  const weakness = passwordWeakness(password, about);
  if (weakness !== undefined) return { score: weakness === "too_short" ? 1 : 0, weakness };
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
  const variety = kinds.filter((kind) => kind.test(password)).length;
  // A character more is worth what two kinds of characters more are.
  const worth = password.length + Math.floor((variety - 1) / 2);
  return { score: worth >= 20 ? 4 : worth >= 16 ? 3 : 2, weakness };
}

/** Whether a text is one short piece again and again, or made of hardly any characters. */
function isRepetition(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,6}?)\1{2,}.{0,5}$/su.test(text);
}

/** The words of names and addresses that are long enough to be recognized. */
function wordsOf(about: readonly string[]): string[] {
  return about
    .flatMap((text) =>
      text
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length);
}

/** The places of a text at which one of the words stands, plainly or disguised. */
function cover(text: string, words: readonly string[]): Set<number> {
  const plain = text.replaceAll(/[0134578@$!|]/g, (character) => disguises[character] ?? "");
  const places = new Set<number>();
  for (const word of words) {
    for (const spelling of [text, plain]) {
      for (let at = spelling.indexOf(word); at !== -1; at = spelling.indexOf(word, at + 1)) {
        for (let place = at; place < at + word.length; place++) places.add(place);
      }
    }
  }
  return places;
}

/** The places of a text that lie on a way across the keyboard, and those of a character again and again. */
function coverRuns(text: string): Set<number> {
  const places = new Set<number>();
  for (let at = 0; at + shortestRun <= text.length; at++) {
    const run = text.slice(at, at + shortestRun);
    const same = new Set(run).size === 1;
    if (!same && !ways.some((way) => way.includes(run))) continue;
    for (let place = at; place < at + shortestRun; place++) places.add(place);
  }
  return places;
}

/** How many letters and digits are neither covered nor a year or a few digits beside what is. */
function unforeseen(text: string, covered: readonly ReadonlySet<number>[]): number {
  return text
    .replaceAll(/[^]/g, (character, place: number) =>
      covered.some((places) => places.has(place)) ? " " : character,
    )
    .replaceAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g, " ")
    .replaceAll(/(?<!\d)\d{1,4}(?!\d)/g, " ")
    .replaceAll(/[^\p{L}\p{N}]/gu, "").length;
}
