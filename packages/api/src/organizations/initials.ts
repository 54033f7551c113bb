/**
 * Up to two letters that stand for a name where there is no logo; its first sign when it has no
 * letters or digits, such as a name of emoji.
 */
export function initialsOf(name: string): string {
  const letters = name
    .normalize("NFC")
    .split(/\s+/u)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((letter) => letter !== "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
  if (letters !== "") return letters;
  const [sign] = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name.trim());
  return sign?.segment ?? "";
}
