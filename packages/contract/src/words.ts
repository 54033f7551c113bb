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
