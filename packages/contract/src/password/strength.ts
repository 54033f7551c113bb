import { commonPasswordWords, keyboardSequences } from "./common-words.ts";

/** The minimum length of a new password. */
export const minPasswordLength = 12;

/** Why a password is easy to guess. */
export type PasswordWeakness = "too_short" | "common" | "repeated" | "sequence" | "personal";

export type PasswordStrength = {
  /** From 0 to 4: 0 and 1 are refused, 1 only for its length. */
  score: 0 | 1 | 2 | 3 | 4;
  weakness: PasswordWeakness | undefined;
};

/** Shorter words about the person or the product occur in too many other words to be meaningful. */
const minWordLength = 3;
/** A shorter keyboard sequence is a coincidence. */
const minSequenceLength = 4;
/** With fewer unpredictable characters, a password is among the first that are guessed. */
const minUnpredictable = 4;

const sequences = keyboardSequences.flatMap((way) => [way, way.split("").toReversed().join("")]);
const productWords = ["kontor"];

/** Common substitutions of letters with digits and symbols. */
const substitutions: Readonly<Record<string, string>> = {
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
 * Why a password is refused, or undefined. Pure, so that form and server agree.
 *
 * @param about texts that the password should not contain: the user's name, email and organization.
 */
export function passwordWeakness(
  password: string,
  about: readonly string[] = [],
): PasswordWeakness | undefined {
  if (password.length < minPasswordLength) return "too_short";
  const text = password.normalize("NFKC").toLowerCase();
  if (isRepetition(text)) return "repeated";
  const covered = {
    personal: positionsOfWords(text, longWordsOf([...about, ...productWords])),
    sequence: positionsOfSequences(text),
    common: positionsOfWords(text, commonPasswordWords),
  };
  if (countUnpredictable(text, Object.values(covered)) >= minUnpredictable) return undefined;
  // The kind that covers most of it; the first one on a tie.
  const [kind] = Object.entries(covered).toSorted(
    ([, one], [, other]) => other.size - one.size,
  )[0] ?? ["common"];
  return kind as PasswordWeakness;
}

/** How hard a password is to guess, for a meter. */
export function passwordStrength(
  password: string,
  about: readonly string[] = [],
): PasswordStrength {
  const weakness = passwordWeakness(password, about);
  if (weakness !== undefined) return { score: weakness === "too_short" ? 1 : 0, weakness };
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
  const variety = kinds.filter((kind) => kind.test(password)).length;
  // One more character counts as much as two more kinds of characters.
  const worth = password.length + Math.floor((variety - 1) / 2);
  return { score: worth >= 20 ? 4 : worth >= 16 ? 3 : 2, weakness };
}

/** Whether a text repeats one short piece, or has very few different characters. */
function isRepetition(text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,6}?)\1{2,}.{0,5}$/su.test(text);
}

/** The words of names and addresses that are long enough to be recognized. */
function longWordsOf(about: readonly string[]): string[] {
  return about
    .flatMap((text) =>
      text
        .normalize("NFKC")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= minWordLength);
}

/** The positions of a text covered by one of the words, plain or with substitutions. */
function positionsOfWords(text: string, words: readonly string[]): Set<number> {
  const plain = text.replaceAll(/[0134578@$!|]/g, (character) => substitutions[character] ?? "");
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

/** The positions of a text covered by keyboard sequences or repeated characters. */
function positionsOfSequences(text: string): Set<number> {
  const places = new Set<number>();
  for (let at = 0; at + minSequenceLength <= text.length; at++) {
    const run = text.slice(at, at + minSequenceLength);
    const same = new Set(run).size === 1;
    if (!same && !sequences.some((way) => way.includes(run))) continue;
    for (let place = at; place < at + minSequenceLength; place++) places.add(place);
  }
  return places;
}

/**
 * The number of letters and digits that are neither covered nor a year or a few digits next to
 * covered ones.
 */
function countUnpredictable(text: string, covered: readonly ReadonlySet<number>[]): number {
  return text
    .replaceAll(/[^]/g, (character, place: number) =>
      covered.some((places) => places.has(place)) ? " " : character,
    )
    .replaceAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g, " ")
    .replaceAll(/(?<!\d)\d{1,4}(?!\d)/g, " ")
    .replaceAll(/[^\p{L}\p{N}]/gu, "").length;
}
