/** The name of an entry type as the code uses it. */
export type EntryTypeName =
  | "receipt"
  | "payment"
  | "contra"
  | "journal"
  | "deposit"
  | "withdrawal"
  | "advance"
  | "payroll"
  | "closing";

/** The prefix of the entry numbers of a type. */
export type EntryPrefix = "RCT" | "PMT" | "CTR" | "JRN" | "DEP" | "WDR" | "ADV" | "PAY" | "CLS";

/**
 * A type of entry. Users may choose those with `system: false`; only the system posts the others.
 */
export type EntryType = {
  readonly id: number;
  readonly name: EntryTypeName;
  readonly prefix: EntryPrefix;
  readonly system: boolean;
  readonly label: string;
};

/** Every entry type by its name. Ids and prefixes are stored and printed, so they never change. */
export const ENTRY_TYPE = {
  receipt: { id: 1, name: "receipt", prefix: "RCT", system: false, label: "Receipt" },
  payment: { id: 2, name: "payment", prefix: "PMT", system: false, label: "Payment" },
  contra: { id: 3, name: "contra", prefix: "CTR", system: false, label: "Contra" },
  journal: { id: 4, name: "journal", prefix: "JRN", system: false, label: "Journal" },
  deposit: { id: 10, name: "deposit", prefix: "DEP", system: true, label: "Deposit" },
  withdrawal: { id: 11, name: "withdrawal", prefix: "WDR", system: true, label: "Withdrawal" },
  advance: { id: 12, name: "advance", prefix: "ADV", system: true, label: "Advance" },
  payroll: { id: 13, name: "payroll", prefix: "PAY", system: true, label: "Payroll" },
  closing: { id: 14, name: "closing", prefix: "CLS", system: true, label: "Closing" },
} as const satisfies { readonly [Name in EntryTypeName]: EntryType & { readonly name: Name } };

/** Every entry type in the order of their ids. */
export const ENTRY_TYPES: readonly EntryType[] = Object.values(ENTRY_TYPE);

const NUMBER_DIGITS = 6;

/** The entry type with an id, or undefined when there is none. */
export function entryTypeById(id: number): EntryType | undefined {
  return ENTRY_TYPES.find((type) => type.id === id);
}

/**
 * Formats an entry number: number 123 of the receipts is "RCT-000123". Numbers of more than six
 * digits are written in full.
 *
 * @throws RangeError when the number is not a positive integer.
 */
export function formatEntryNumber(
  prefix: EntryPrefix | `T${number}`,
  number: number | bigint,
): string {
  if (typeof number === "number" && !Number.isSafeInteger(number)) {
    throw new RangeError("An entry number must be a whole number.");
  }
  if (number < 1) throw new RangeError("Entry numbers begin at one.");
  return `${prefix}-${String(number).padStart(NUMBER_DIGITS, "0")}`;
}

/** A parsed entry number: the types it may belong to, and the number itself. */
export type TypedEntryNumber = { readonly typeIds: readonly number[]; readonly number: bigint };

/**
 * Reads an entry number as people type it: "RCT-000061", "rct 61" and "RCT61" are receipt 61, and
 * "61" is entry 61 of every type. Returns null for any other text.
 */
export function parseEntryNumber(text: string): TypedEntryNumber | null {
  const [, letters = "", digits = ""] = /^\s*(?:([a-z]+)[\s-]*)?(\d{1,15})\s*$/i.exec(text) ?? [];
  const number = BigInt(digits);
  const prefix = letters.toUpperCase();
  const typeIds = ENTRY_TYPES.filter((type) => prefix === "" || type.prefix === prefix);
  if (number === 0n || typeIds.length === 0) return null;
  return { typeIds: typeIds.map(({ id }) => id), number };
}
