import { ENTRY_TYPE, entryTypeById } from "@kontor/books/entry-number";

/** A type of entry that users record. Each has its own screen, with the same form and rules. */
export type EntryScreen = {
  /** Its part of the address: `/app/entries/payment/add`. */
  kind: "receipt" | "payment" | "contra" | "journal";
  typeId: number;
  /** "Payment". */
  label: string;
  /** One line that says what it is for. */
  about: string;
};

const receipt: EntryScreen = {
  kind: "receipt",
  typeId: ENTRY_TYPE.receipt.id,
  label: ENTRY_TYPE.receipt.label,
  about: "Money that came in",
};

/** All kinds, the most common first. */
export const entryScreens: readonly EntryScreen[] = [
  receipt,
  {
    kind: "payment",
    typeId: ENTRY_TYPE.payment.id,
    label: ENTRY_TYPE.payment.label,
    about: "Money that went out",
  },
  {
    kind: "contra",
    typeId: ENTRY_TYPE.contra.id,
    label: ENTRY_TYPE.contra.label,
    about: "Money moved between your own cash and bank ledgers",
  },
  {
    kind: "journal",
    typeId: ENTRY_TYPE.journal.id,
    label: ENTRY_TYPE.journal.label,
    about: "An adjustment without money",
  },
];

/** The screen of an address; undefined when there is no such kind. */
export function entryScreenByKind(kind: string): EntryScreen | undefined {
  return entryScreens.find((screen) => screen.kind === kind);
}

/**
 * The screen for a type of entry. Entries of the system have none of their own and are shown on
 * that of receipts.
 */
export function entryScreenByType(typeId: number): EntryScreen {
  return entryScreens.find((screen) => screen.typeId === typeId) ?? receipt;
}

/** The title of an entry's page: "Edit Payment", or "View Entry" for an entry of the system. */
export function entryTitle(typeId: number, readOnly: boolean): string {
  if (entryTypeById(typeId)?.system === true) return "View Entry";
  return `${readOnly ? "View" : "Edit"} ${entryScreenByType(typeId).label}`;
}

/** The page of the feature that posted an entry of the system; undefined for other entries. */
export function originPageOf(typeId: number): string | undefined {
  return originPages.get(typeId);
}

const originPages: ReadonlyMap<number, string> = new Map([
  [ENTRY_TYPE.deposit.id, "Company Accounts"],
  [ENTRY_TYPE.withdrawal.id, "Company Accounts"],
  [ENTRY_TYPE.advance.id, "Salary Advance"],
  [ENTRY_TYPE.payroll.id, "Payroll"],
  [ENTRY_TYPE.closing.id, "Month-end"],
]);

/** Where an entry is shown and revised: `to`, `params` and `search` of a link. */
export function entryAddress(entry: { tenant_id: number; id: number; entry_type_id: number }) {
  return {
    to: "/app/entries/$kind/edit/$entry_id",
    params: { kind: entryScreenByType(entry.entry_type_id).kind, entry_id: String(entry.id) },
    search: { tenant_id: entry.tenant_id },
  } as const;
}

/** The meaning of the two sides of an entry, for readers new to bookkeeping. */
export const sidesHelp =
  "DR (debit) increases assets and expenses; CR (credit) increases liabilities, income and equity.";
