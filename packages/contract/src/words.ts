/** The text with its first letter as a capital: "one hundred naira" as "One hundred naira". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The name of a field or an action as a title: "pay_rate" and "pay.rate" as "Pay rate". */
export function titleOfName(name: string): string {
  return capitalize(name.replaceAll(/[._-]+/g, " "));
}

/** A code such as `PENDING` or `PARTLY_PAID` as "Pending" and "Partly paid"; what is in words already, as it is. */
export function codeInWords(code: string): string {
  if (!/^[A-Z]+(?:_[A-Z]+)*$/.test(code)) return code;
  return capitalize(code.replaceAll("_", " ").toLowerCase());
}
