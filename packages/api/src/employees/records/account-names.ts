/**
 * Whether two names may be one person's: they share at least two words in any order, or the only
 * word of a name that has one. Case, accents, single letters and titles are ignored.
 */
export function namesAgree(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [nameWords(one), nameWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  const common = shorter.filter((word) => longer.includes(word)).length;
  return common > 0 && common >= Math.min(2, shorter.length);
}

const honorifics = new Set([
  "mr",
  "mrs",
  "miss",
  "ms",
  "dr",
  "prof",
  "engr",
  "alhaji",
  "alhaja",
  "chief",
]);

function nameWords(name: string): string[] {
  const words = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word.length > 1 && !honorifics.has(word)))];
}
