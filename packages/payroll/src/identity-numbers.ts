/**
 * Numbers that identify people and their accounts. Only the form is checked here: only the issuer
 * knows whom a number belongs to. Spaces and hyphens between groups are not part of a number.
 */

/** The stored form of a number: without spaces and hyphens, in capitals. */
export function normalizeNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, "").toUpperCase();
}

/** National Identification Number: 11 digits. */
export function isNin(text: string): boolean {
  return /^\d{11}$/.test(text);
}

/** Tax id: 13 digits. Sources disagree on whether the NIN may serve as tax id, so both are kept. */
export function isTaxId(text: string): boolean {
  return /^\d{13}$/.test(text);
}

/** Retirement savings account PIN: PEN and 12 digits. */
export function isRsaPin(text: string): boolean {
  return /^PEN\d{12}$/.test(text);
}

/** Bank account number: 10 digits, always text because it may begin with zeros. */
export function isNuban(text: string): boolean {
  return /^\d{10}$/.test(text);
}

const nubanWeights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3] as const;

/**
 * The check digit of an account: (10 − Σ digit × weight mod 10) mod 10 over the 3-digit bank code
 * and the 9-digit serial, weights 3 7 3 and so on (Central Bank of Nigeria, NUBAN standard).
 *
 * @returns undefined for the longer codes of other institutions, for which the standard defines
 * none.
 */
export function nubanCheckDigit(bankCode: string, serial: string): number | undefined {
  if (!/^\d{3}$/.test(bankCode) || !/^\d{9}$/.test(serial)) return undefined;
  const total = nubanWeights.reduce(
    (sum, weight, index) => sum + weight * Number((bankCode + serial).charAt(index)),
    0,
  );
  return (10 - (total % 10)) % 10;
}

/**
 * Whether an account number fails the check of its bank. This is a warning and never a refusal:
 * merged banks keep accounts with the other bank's code.
 */
export function isNubanDoubtful(bankCode: string, nuban: string): boolean {
  if (!isNuban(nuban)) return true;
  const digit = nubanCheckDigit(bankCode, nuban.slice(0, 9));
  return digit !== undefined && digit !== Number(nuban.charAt(9));
}
