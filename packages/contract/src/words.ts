/** Capitalizes the first letter: "one hundred naira" becomes "One hundred naira". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a field or an action as a title: "pay_rate" and "pay.rate" are "Pay rate". */
export function titleOfName(name: string): string {
  return capitalize(name.replaceAll(/[._-]+/g, " "));
}

/**
 * A code in words: `PENDING` is "Pending", `PARTLY_PAID` is "Partly paid"; other text is unchanged.
 */
export function codeInWords(code: string): string {
  if (!/^[A-Z]+(?:_[A-Z]+)*$/.test(code)) return code;
  return capitalize(code.replaceAll("_", " ").toLowerCase());
}

/**
 * Up to two initials of a person or an organization, shown when there is no picture: those of the
 * first two words. A name without letters or digits, such as one of emoji, gives its first
 * character.
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
