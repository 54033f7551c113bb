/**
 * The commercial and non-interest banks of Nigeria by the Central Bank's three-digit code, which is
 * used in the check digit of a NUBAN account number. Codes are text, because leading zeros count.
 */
const entries = [
  ["011", "First Bank of Nigeria"],
  ["023", "Citibank Nigeria"],
  ["032", "Union Bank of Nigeria"],
  ["033", "United Bank for Africa"],
  ["035", "Wema Bank"],
  ["044", "Access Bank"],
  ["050", "Ecobank Nigeria"],
  ["057", "Zenith Bank"],
  ["058", "Guaranty Trust Bank"],
  ["068", "Standard Chartered Bank Nigeria"],
  ["070", "Fidelity Bank"],
  ["076", "Polaris Bank"],
  ["082", "Keystone Bank"],
  ["100", "SunTrust Bank"],
  ["101", "Providus Bank"],
  ["102", "Titan Trust Bank"],
  ["103", "Globus Bank"],
  ["104", "Parallex Bank"],
  ["105", "PremiumTrust Bank"],
  ["106", "Signature Bank"],
  ["107", "Optimus Bank"],
  ["214", "First City Monument Bank"],
  ["215", "Unity Bank"],
  ["221", "Stanbic IBTC Bank"],
  ["232", "Sterling Bank"],
  ["301", "Jaiz Bank"],
  ["302", "TAJBank"],
  ["303", "Lotus Bank"],
] as const;

/** Other names of some banks. */
const aliases: Readonly<Record<string, string>> = {
  firstbank: "011",
  fbn: "011",
  citibank: "023",
  citi: "023",
  uba: "033",
  wema: "035",
  alat: "035",
  diamondbank: "044",
  ecobank: "050",
  gtbank: "058",
  gtb: "058",
  gtco: "058",
  standardchartered: "068",
  skyebank: "076",
  fcmb: "214",
  stanbic: "221",
  stanbicbank: "221",
  jaiz: "301",
  taj: "302",
  union: "032",
};

export type Bank = {
  readonly code: string;
  readonly name: string;
  /** Other names that people write, in lower case without spaces: "gtbank". */
  readonly others: readonly string[];
};

/** Every bank, by name. */
export const banks: readonly Bank[] = entries
  .map(([code, name]) => ({
    code,
    name,
    others: Object.keys(aliases).filter((alias) => aliases[alias] === code),
  }))
  .toSorted((one, other) => one.name.localeCompare(other.name, "en"));

const byCode = new Map(banks.map((bank) => [bank.code, bank]));

/** The bank with that code, or undefined. */
export function bankByCode(code: string): Bank | undefined {
  return byCode.get(code);
}

const normalized = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const withoutLegalForm = (text: string) =>
  normalized(text).replace(/(nigeria)?(plc|limited|ltd)?$/, "");
const byName = new Map(banks.map((bank) => [withoutLegalForm(bank.name), bank]));

/**
 * The bank that an imported file names, by its code or one of its names. A spreadsheet may have
 * removed the leading zeros of a code.
 */
export function bankByAnyName(text: string): Bank | undefined {
  const name = text.trim();
  if (/^\d{1,3}$/.test(name)) return byCode.get(name.padStart(3, "0"));
  const bare = withoutLegalForm(name);
  return (
    byName.get(bare) ??
    byName.get(bare.replace(/bank(of)?$/, "")) ??
    byName.get(`${bare}bank`) ??
    byCode.get(aliases[bare] ?? aliases[bare.replace(/bank$/, "")] ?? "")
  );
}
